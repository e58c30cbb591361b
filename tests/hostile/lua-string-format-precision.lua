-- SPDX-License-Identifier: MIT
-- expect: value [false,"invalid conversion specification: '%.100f'"]
return { pcall(string.format, "%.100f", 1) }
