-- SPDX-License-Identifier: MIT
-- expect: error TimeoutExceeded
-- limits: {"timeoutMs": 50}
local s = ("\1"):rep(2700000)
for i = 1, 10000 do print({ s }) end
