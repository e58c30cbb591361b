-- SPDX-License-Identifier: MIT
-- expect: value 1
-- limits: {"maxMemoryBytes": 4194304}
for i = 1, 300000 do local t = { i, { i }, x = { i } } end
return 1
