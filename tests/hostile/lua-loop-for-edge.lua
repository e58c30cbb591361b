-- SPDX-License-Identifier: MIT
-- expect: value 3
local n = 0
for i = math.maxinteger - 2, math.maxinteger do n = n + 1 end
return n
