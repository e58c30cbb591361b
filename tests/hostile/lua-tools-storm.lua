-- SPDX-License-Identifier: MIT
-- expect: value 200
local n = 0
for i = 1, 200 do if not pcall(tools.none, {}) then n = n + 1 end end
return n
