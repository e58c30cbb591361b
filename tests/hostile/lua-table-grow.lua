-- SPDX-License-Identifier: MIT
-- expect: error MemoryLimitExceeded The execution exceeded its memory limit of 4194304 bytes
-- limits: {"maxMemoryBytes": 4194304}
local t = {}
return pcall(function() while true do t[#t + 1] = #t end end)
