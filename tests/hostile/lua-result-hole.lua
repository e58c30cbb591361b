-- SPDX-License-Identifier: MIT
-- expect: error InvalidDataValue result[2] is a hole in an array: put json.null there
local t = { 1, 2, 3 }
t[2] = nil
return t
