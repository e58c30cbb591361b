-- SPDX-License-Identifier: MIT
-- expect: value [false,{"code":7}]
return { pcall(table.sort, { 2, 1 }, function() error({ code = 7 }) end) }
