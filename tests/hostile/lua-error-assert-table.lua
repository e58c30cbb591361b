-- SPDX-License-Identifier: MIT
-- expect: value [false,{"a":1}]
return { pcall(assert, false, { a = 1 }) }
