-- SPDX-License-Identifier: MIT
-- expect: error MemoryLimitExceeded The execution exceeded its memory limit of 4194304 bytes
-- limits: {"maxMemoryBytes": 4194304}
local t = {}
return pcall(function() for i = 1, math.huge do t["n" .. i] = i end end)
