-- SPDX-License-Identifier: MIT
-- expect: value [false,"too many results to unpack"]
local t = {}
for i = 1, 200000 do t[i] = i end
local function two() return table.unpack(t) end
return { pcall(function() return table.unpack({ table.unpack(t) }, 1, 250001) end) }
