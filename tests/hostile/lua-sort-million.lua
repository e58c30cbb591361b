-- SPDX-License-Identifier: MIT
-- expect: value [1,1000000]
local t = {}
for i = 1, 1000000 do t[i] = (i * 7919) % 1000003 end
table.sort(t)
local ok = true
for i = 2, #t do ok = ok and t[i - 1] <= t[i] end
return { ok and 1 or 0, #t }
