-- SPDX-License-Identifier: MIT
-- expect: value 1000
local t = {}
for i = 1, 1000 do t[i] = i % 3 == 0 and 0/0 or i end
pcall(table.sort, t)
return #t
