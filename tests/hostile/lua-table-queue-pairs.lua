-- SPDX-License-Identifier: MIT
-- expect: value 100
local q, n = {}, 0
for i = 1, 200 do q[i] = i end
for k in pairs(q) do table.remove(q, 1) n = n + 1 end
return n
