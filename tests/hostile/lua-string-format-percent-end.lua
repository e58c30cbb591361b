-- SPDX-License-Identifier: MIT
-- expect: value [false,"bad argument #2 to 'format' (no value)"]
return { pcall(string.format, "%") }
