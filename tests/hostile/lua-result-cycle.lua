-- SPDX-License-Identifier: MIT
-- expect: error InvalidDataValue result.a refers to a table that contains it (a cycle)
local t = {}
t.a = t
return t
