-- SPDX-License-Identifier: MIT
-- expect: value 1000000
-- limits: {"timeoutMs": 5000}
local q, n = {}, 0
for i = 1, 200000 do q[i] = i end
for i = 200001, 1200000 do q[#q + 1] = i n = n + (table.remove(q, 1) == i - 200000 and 1 or 0) end
return n
