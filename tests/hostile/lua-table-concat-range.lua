-- SPDX-License-Identifier: MIT
-- expect: value [false,"invalid value (nil) at index 1 in table for 'concat'"]
return { pcall(table.concat, {}, "", 1, math.maxinteger) }
