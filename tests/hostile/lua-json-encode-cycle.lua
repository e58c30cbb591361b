-- SPDX-License-Identifier: MIT
-- expect: value [false,"value.a refers to a table that contains it (a cycle)"]
local t = {}
t.a = t
return { pcall(json.encode, t) }
