-- SPDX-License-Identifier: MIT
-- expect: error InvalidDataValue is nested more than 32 levels deep
local t = {}
for i = 1, 100000 do t = { t } end
return t
