-- SPDX-License-Identifier: MIT
-- expect: error ExecutionFailure Data that leaves the program holds at most 1,000,000 values
local t = {}
for i = 1, 10 do t[i] = 1 end
for i = 1, 6 do local u = {} for k = 1, 10 do u[k] = t end t = u end
return pcall(json.encode, t)
