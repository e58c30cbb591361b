-- SPDX-License-Identifier: MIT
-- expect: value 1000
-- limits: {"maxMemoryBytes": 8388608}
local s = ""
for i = 1, 20000 do s = s .. ("y"):rep(50) if #s > 1000 then s = s:sub(1, 1000) end end
return #s
