-- SPDX-License-Identifier: MIT
-- expect: value [false,"invalid use of '%' in replacement string"]
return { pcall(string.gsub, "a", "a", "%") }
