-- SPDX-License-Identifier: MIT
-- expect: error ExecutionFailure 10,000
local f, g
function f() return g() + 1 end
function g() return f() + 1 end
return pcall(f)
