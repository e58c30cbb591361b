-- SPDX-License-Identifier: MIT
-- expect: error ExecutionFailure attempt to call a nil value (global 'print')
local g = _G
for k in pairs(g) do g[k] = nil end
print(1)
