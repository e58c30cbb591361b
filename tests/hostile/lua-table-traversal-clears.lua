-- SPDX-License-Identifier: MIT
-- expect: value [100000,true]
local t, n = {}, 0
for i = 1, 50000 do t[i] = i t["k" .. i] = i end
for k in pairs(t) do t[k] = nil n = n + 1 end
return { n, next(t) == nil }
