-- SPDX-License-Identifier: MIT
-- expect: error ExecutionFailure A string holds at most 16,777,216 bytes
local s = ("x"):rep(1 << 20)
local t = {}
for i = 1, 17 do t[i] = s end
return pcall(table.concat, t)
