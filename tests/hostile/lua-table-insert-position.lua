-- SPDX-License-Identifier: MIT
-- expect: value [false,"bad argument #2 to 'insert' (position out of bounds)"]
return { pcall(table.insert, {}, math.maxinteger, 1) }
