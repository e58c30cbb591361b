-- SPDX-License-Identifier: MIT
-- expect: error ExecutionFailure 10,000
local function f() return pcall(f) end
return f()
