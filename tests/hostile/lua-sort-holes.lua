-- SPDX-License-Identifier: MIT
-- expect: value [false,"attempt to compare nil with number"]
local t = { 1, 2, 3, 4 }
t[2] = nil
return { pcall(table.sort, t) }
