-- SPDX-License-Identifier: MIT
-- expect: value false
local t = {}
for i = 1, 32 do t = { t } end
return (pcall(json.encode, t))
