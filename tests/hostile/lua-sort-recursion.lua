-- SPDX-License-Identifier: MIT
-- expect: error ExecutionFailure 10,000
local function f() local t = { 2, 1 } table.sort(t, function(a, b) f() return a < b end) end
return pcall(f)
