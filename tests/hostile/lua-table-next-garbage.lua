-- SPDX-License-Identifier: MIT
-- expect: value [false,"invalid key to 'next'"]
return { pcall(next, {}, "no") }
