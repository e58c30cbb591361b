-- SPDX-License-Identifier: MIT
-- expect: value true
local t = { a = 1 }
local n = 0
for k in pairs(t) do n = n + 1 t[k .. n] = n if n > 10000 then break end end
return n > 0
