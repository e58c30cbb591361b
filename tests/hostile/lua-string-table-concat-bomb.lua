-- SPDX-License-Identifier: MIT
-- expect: error ExecutionFailure A string holds at most 16,777,216 bytes
local t = {}
for i = 1, 100000 do t[i] = "abcdefghij" end
return pcall(table.concat, t, ("-"):rep(200))
