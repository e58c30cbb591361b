-- SPDX-License-Identifier: MIT
-- expect: value [true,false,false]
return { tools.a.b == tools.a.b, tools.a == tools.b, (pcall(function() return tools < tools end)) }
