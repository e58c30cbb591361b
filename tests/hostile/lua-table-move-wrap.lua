-- SPDX-License-Identifier: MIT
-- expect: value [false,"bad argument #4 to 'move' (destination wrap around)"]
return { pcall(table.move, {}, 1, math.maxinteger, 2) }
