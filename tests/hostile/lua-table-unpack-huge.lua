-- SPDX-License-Identifier: MIT
-- expect: value [false,"too many results to unpack"]
return { pcall(table.unpack, {}, 1, 1e8) }
