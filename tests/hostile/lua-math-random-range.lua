-- SPDX-License-Identifier: MIT
-- expect: value [false,false,true]
return { (pcall(math.random, 2, 1)), (pcall(math.random, 1, 2, 3)), math.random(math.mininteger, math.maxinteger) ~= nil }
