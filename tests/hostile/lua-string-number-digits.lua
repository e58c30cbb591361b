-- SPDX-License-Identifier: MIT
-- expect: value [true,true]
return { tonumber(("9"):rep(1000000)) == math.huge, tonumber("0." .. ("0"):rep(1000000) .. "1") == 0 }
