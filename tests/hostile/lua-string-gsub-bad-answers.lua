-- SPDX-License-Identifier: MIT
-- expect: value [false,"invalid replacement value (a table)"]
return { pcall(string.gsub, "a", "a", function() return {} end) }
