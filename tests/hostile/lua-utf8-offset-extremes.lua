-- SPDX-License-Identifier: MIT
-- expect: value [true,false]
return { utf8.offset("abc", math.mininteger + 1) == nil, (pcall(utf8.offset, "abc", 1, math.maxinteger)) }
