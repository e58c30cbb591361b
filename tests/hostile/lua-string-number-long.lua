-- SPDX-License-Identifier: MIT
-- expect: value [true,true]
return { ("1"):rep(100000) + 0 == math.huge, tonumber(("z"):rep(100000)) == nil }
