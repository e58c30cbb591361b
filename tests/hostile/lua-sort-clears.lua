-- SPDX-License-Identifier: MIT
-- expect: value true
local t = {}
for i = 1, 500 do t[i] = (i * 7919) % 500 end
pcall(table.sort, t, function(a, b) for k in pairs(t) do t[k] = nil end return a < b end)
return true
