-- SPDX-License-Identifier: MIT
-- expect: value 9000
local function f(n) if n == 0 then return 0 end return 1 + f(n - 1) end
return f(9000)
