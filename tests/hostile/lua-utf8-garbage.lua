-- SPDX-License-Identifier: MIT
-- expect: value [false,false,true]
return { (pcall(utf8.codepoint, "\xff")), (pcall(utf8.char, -1)), utf8.len("\xff") == nil }
