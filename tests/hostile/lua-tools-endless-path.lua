-- SPDX-License-Identifier: MIT
-- expect: error UnknownTool
local t = tools
for i = 1, 100000 do t = t.x end
return pcall == nil or t()
