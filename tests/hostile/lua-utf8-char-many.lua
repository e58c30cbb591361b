-- SPDX-License-Identifier: MIT
-- expect: value [false,"too many results to unpack"]
local t = {}
for i = 1, 300000 do t[i] = 65 end
return { pcall(function() return utf8.char(table.unpack(t)) end) }
