-- SPDX-License-Identifier: MIT
-- expect: error ExecutionFailure A string holds at most 16,777,216 bytes
-- expect: error MemoryLimitExceeded The execution exceeded its memory limit of 4194304 bytes
local s = ("\1"):rep(1 << 20)
local t = {}
for i = 1, 16 do t[i] = s end
return pcall(json.encode, t)
