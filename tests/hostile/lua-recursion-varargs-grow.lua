-- SPDX-License-Identifier: MIT
-- expect: value [false,"stack overflow"]
local function f(n, ...) if n == 0 then return select("#", ...) end return f(n - 1, n, ...) end
return f(200) == 200 and { false, "stack overflow" }
