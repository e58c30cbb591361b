-- SPDX-License-Identifier: MIT
-- expect: value true
local t = {}
for i = 1, 100000 do t[i] = i end
for i = 1, 99999 do t[i] = nil end
return #t == 100000 or #t == 0
