-- SPDX-License-Identifier: MIT
-- expect: value 1
local t = {}
for i = 1, 10 do t[i] = 1 end
for i = 1, 5 do local u = {} for k = 1, 10 do u[k] = t end t = u end
print(t)
return 1
