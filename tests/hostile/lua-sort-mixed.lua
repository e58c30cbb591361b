-- SPDX-License-Identifier: MIT
-- expect: value [false,"attempt to compare string with number"]
return { pcall(table.sort, { 1, "x", 2 }) }
