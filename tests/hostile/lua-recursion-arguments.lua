-- SPDX-License-Identifier: MIT
-- expect: error MemoryLimitExceeded The execution exceeded its memory limit of 4194304 bytes
-- expect: error ExecutionFailure 10,000
-- limits: {"maxMemoryBytes": 4194304}
local function f(...) return f(1, ...) + 1 end
return pcall(f)
