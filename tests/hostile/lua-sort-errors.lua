-- SPDX-License-Identifier: MIT
-- expect: value [false,"stop"]
local t = { 3, 1, 2 }
return { pcall(table.sort, t, function() error("stop") end) }
