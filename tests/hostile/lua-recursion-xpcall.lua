-- SPDX-License-Identifier: MIT
-- expect: error ExecutionFailure 10,000
local function f() xpcall(f, f) end
return f()
