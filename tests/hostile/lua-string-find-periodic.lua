-- SPDX-License-Identifier: MIT
-- expect: value null
-- limits: {"timeoutMs": 5000}
local a, b = ("ab"):rep(500000), ("ab"):rep(200000) .. "aa"
return a:find(b, 1, true)
