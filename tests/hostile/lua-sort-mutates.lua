-- SPDX-License-Identifier: MIT
-- expect: value true
local t = {}
for i = 1, 500 do t[i] = (i * 7919) % 500 end
table.sort(t, function(a, b) t[#t + 1] = a t[1] = nil return a < b end)
return #t > 0
