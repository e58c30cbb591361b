-- SPDX-License-Identifier: MIT
-- expect: value true
return json.decode(("9"):rep(100000)) == math.huge
