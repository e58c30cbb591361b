-- SPDX-License-Identifier: MIT
-- expect: value 200000
local t = {}
for i = 1, 200000 do t[i] = i end
local function f(...) return ... end
return (select("#", f(f(f(f(table.unpack(t)))))))
