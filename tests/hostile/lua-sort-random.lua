-- SPDX-License-Identifier: MIT
-- expect: value 1000
local t = {}
for i = 1, 1000 do t[i] = i end
pcall(table.sort, t, function() return math.random() < 0.5 end)
return #t
