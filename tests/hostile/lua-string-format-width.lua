-- SPDX-License-Identifier: MIT
-- expect: value [false,"invalid conversion specification: '%100d'"]
return { pcall(string.format, "%100d", 1) }
