-- SPDX-License-Identifier: MIT
-- expect: error TimeoutExceeded
-- expect: error ExecutionFailure at most 16,777,216 bytes
-- limits: {"timeoutMs": 50}
local s = ("\1"):rep(16700000)
error({ s })
