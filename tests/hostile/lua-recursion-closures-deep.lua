-- SPDX-License-Identifier: MIT
-- expect: value 1
-- limits: {"maxMemoryBytes": 134217728}
local f = function() return 1 end
for i = 1, 200000 do local g = f f = function() return g end end
for i = 1, 100000 do local x = { i } end
return 1
