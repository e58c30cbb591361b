-- SPDX-License-Identifier: MIT
-- expect: value 100
local t = {}
for i = 1, 1000000 do t["k" .. i % 100] = i t["k" .. (i + 50) % 100] = nil end
for i = 1, 100 do t["k" .. i % 100] = i end
local n = 0
for _ in pairs(t) do n = n + 1 end
return n
