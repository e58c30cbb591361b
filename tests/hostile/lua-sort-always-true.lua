-- SPDX-License-Identifier: MIT
-- expect: value true
local t = {}
for i = 1, 200 do t[i] = i % 7 end
local ok = pcall(table.sort, t, function() return true end)
return ok == true or ok == false
