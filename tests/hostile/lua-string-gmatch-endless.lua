-- SPDX-License-Identifier: MIT
-- expect: value 1000001
local n = 0
for _ in (("x"):rep(1000000)):gmatch("") do n = n + 1 end
return n
