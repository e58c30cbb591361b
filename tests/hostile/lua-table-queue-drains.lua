-- SPDX-License-Identifier: MIT
-- expect: value [0,300000]
local q, last = {}, 0
for i = 1, 300000 do q[i] = i end
while #q > 0 do local x = table.remove(q, 1) if x ~= last + 1 then return x end last = x end
return { #q, last }
