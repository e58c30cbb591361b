-- SPDX-License-Identifier: MIT
-- expect: error MemoryLimitExceeded The execution exceeded its memory limit of 4194304 bytes
-- limits: {"maxMemoryBytes": 4194304}
local t = {}
return pcall(function() while true do local x = #t t[#t + 1] = function() x = x + 1 return x end end end)
