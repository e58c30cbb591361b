-- SPDX-License-Identifier: MIT
-- expect: error TimeoutExceeded The execution exceeded its timeout of 200 ms
-- limits: {"timeoutMs": 200}
local t = {}
for i = 1, 50000 do t[i] = -i end
while true do table.sort(t) table.sort(t, function(a, b) return a > b end) end
