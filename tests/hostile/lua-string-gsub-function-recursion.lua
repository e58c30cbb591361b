-- SPDX-License-Identifier: MIT
-- expect: error ExecutionFailure 10,000
local function f(m) return (m:gsub("a", f)) end
return pcall(f, "a")
