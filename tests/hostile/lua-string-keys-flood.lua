-- SPDX-License-Identifier: MIT
-- expect: value 200000
local t, n = {}, 0
for i = 1, 200000 do t["k" .. i] = i end
for _ in pairs(t) do n = n + 1 end
return n
