-- SPDX-License-Identifier: MIT
-- expect: value 1
local t = {}
t.t = t
print(t, { t, t })
return 1
