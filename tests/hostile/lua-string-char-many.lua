-- SPDX-License-Identifier: MIT
-- expect: value [false,"too many results to unpack"]
local t = {}
for i = 1, 1000000 do t[i] = 65 end
return { pcall(function() return string.char(table.unpack(t)) end) }
