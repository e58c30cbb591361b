-- SPDX-License-Identifier: MIT
-- expect: value [false,"bad argument #2 to 'remove' (position out of bounds)"]
return { pcall(table.remove, { 1, 2 }, 7) }
