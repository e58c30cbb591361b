-- SPDX-License-Identifier: MIT
-- expect: error TimeoutExceeded
-- limits: {"timeoutMs": 50}
local s = ("\1"):rep(16700000)
return { s, s, s, s, s }
