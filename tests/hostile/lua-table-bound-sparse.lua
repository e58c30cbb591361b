-- SPDX-License-Identifier: MIT
-- expect: error ExecutionFailure A table holds at most 10,000,000 entries
-- limits: {"maxMemoryBytes": 2147483648, "timeoutMs": 100000}
local t = {}
return pcall(function() for i = 1, 10000001 do t[-i] = true end end)
