-- SPDX-License-Identifier: MIT
-- expect: value [false,"bad argument #1 to 'char' (value out of range)"]
return { pcall(string.char, 256) }
