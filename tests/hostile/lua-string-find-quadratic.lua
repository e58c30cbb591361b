-- SPDX-License-Identifier: MIT
-- expect: value null
-- limits: {"timeoutMs": 5000}
local a, b = ("a"):rep(1000000), ("a"):rep(500000) .. "b"
for i = 1, 20 do if a:find(b, 1, true) then return i end end
