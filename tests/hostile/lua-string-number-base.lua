-- SPDX-License-Identifier: MIT
-- expect: value [false,"bad argument #2 to 'tonumber' (base out of range)"]
return { pcall(tonumber, "1", 1 << 40) }
