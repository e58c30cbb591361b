-- SPDX-License-Identifier: MIT
-- expect: value [false,false,false]
return { (pcall(function() tools.x = 1 end)), (pcall(rawset, tools, "x", 1)), (pcall(next, tools)) }
