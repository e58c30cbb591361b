-- SPDX-License-Identifier: MIT
-- expect: value [true,true,0,true]
return { math.mininteger // -1 == math.mininteger, math.mininteger % -1 == 0, 1 << 64, math.abs(math.mininteger) == math.mininteger }
