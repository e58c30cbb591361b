-- SPDX-License-Identifier: MIT
-- expect: value 20
-- limits: {"maxMemoryBytes": 8388608}
local n = 0
for i = 1, 20 do local s = ("x"):rep(1 << 21) n = n + (#s == 1 << 21 and 1 or 0) end
return n
