-- SPDX-License-Identifier: MIT
-- expect: error MemoryLimitExceeded The execution exceeded its memory limit of 4194304 bytes
-- expect: value [false,"too many results to unpack"]
-- limits: {"maxMemoryBytes": 4194304}
local t = {}
return { pcall(function() while true do t = { table.unpack(t, 1, #t), 1, table.unpack(t) } end end) }
