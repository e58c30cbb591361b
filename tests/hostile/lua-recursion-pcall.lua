-- SPDX-License-Identifier: MIT
-- expect: error ExecutionFailure 10,000
local function f() pcall(f) return 1 end
return f()
