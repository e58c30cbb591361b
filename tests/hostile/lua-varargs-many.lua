-- SPDX-License-Identifier: MIT
-- expect: value 250000
local t = {}
for i = 1, 250000 do t[i] = i end
return (select("#", table.unpack(t)))
