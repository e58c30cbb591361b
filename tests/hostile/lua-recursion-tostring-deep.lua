-- SPDX-License-Identifier: MIT
-- expect: value "table: 1"
local t = {}
local r = tostring(t)
for i = 1, 100000 do t = { t } end
return r
