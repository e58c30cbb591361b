-- SPDX-License-Identifier: MIT
-- expect: value "boom"
local function f(n) if n == 0 then error("boom") end local ok, e = pcall(f, n - 1) error(e) end
local ok, e = pcall(f, 3000)
return e
