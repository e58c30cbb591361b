-- SPDX-License-Identifier: MIT
-- expect: value ["","abc","","c"]
return { ("abc"):sub(math.maxinteger), ("abc"):sub(math.mininteger, math.maxinteger), ("abc"):sub(3, math.mininteger), ("abc"):sub(-1, math.maxinteger) }
