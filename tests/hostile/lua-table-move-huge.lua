-- SPDX-License-Identifier: MIT
-- expect: value [false,"bad argument #3 to 'move' (too many elements to move)"]
return { pcall(table.move, {}, math.mininteger, math.maxinteger, 1) }
