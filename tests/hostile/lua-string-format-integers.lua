-- SPDX-License-Identifier: MIT
-- expect: value [false,"bad argument #2 to 'format' (number has no integer representation)"]
return { pcall(string.format, "%d", 1e300) }
