-- SPDX-License-Identifier: MIT
-- expect: error MemoryLimitExceeded
-- limits: {"maxMemoryBytes": 4194304}
local q = {}
for i = 1, 1000 do q[i] = i end
while true do q[#q + 1] = 1 q[#q + 1] = 2 table.remove(q, 1) end
