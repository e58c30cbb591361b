-- SPDX-License-Identifier: MIT
-- expect: value [1,0]
local t = {}
t[math.maxinteger] = 1
t[math.mininteger] = 2
return { t[math.maxinteger], #t }
