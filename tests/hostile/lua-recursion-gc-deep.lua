-- SPDX-License-Identifier: MIT
-- expect: value 1
-- limits: {"maxMemoryBytes": 134217728}
local t = {}
for i = 1, 500000 do t = { t } end
for i = 1, 100000 do local g = { i } end
return 1
