-- SPDX-License-Identifier: MIT
-- expect: error ExecutionFailure 10,000
local function f() return 1 + f() end
return f()
