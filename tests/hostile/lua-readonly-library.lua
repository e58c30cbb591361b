-- SPDX-License-Identifier: MIT
-- expect: value [false,false,false,false,false]
return { (pcall(function() string.rep = nil end)), (pcall(rawset, math, "pi", 3)), (pcall(table.insert, table, 1)), (pcall(table.insert, os, 1, 2)), (pcall(function() json.null = 1 end)) }
