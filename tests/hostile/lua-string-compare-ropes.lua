-- SPDX-License-Identifier: MIT
-- expect: value true
-- limits: {"maxMemoryBytes": 5100000, "timeoutMs": 1000}
-- A rope deep to the right and one deep to the left, without memory to flatten
-- both: comparing them takes linear time.
local N, p = 60000, "0123456789abcdef"
local a, b = "", ""
for i = 1, N do a = p .. a b = b .. p end
return a == b and #a == #b
