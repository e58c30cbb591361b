-- SPDX-License-Identifier: MIT
-- expect: value [false,"too many results to unpack"]
return { pcall(table.unpack, {}, math.mininteger, math.maxinteger) }
