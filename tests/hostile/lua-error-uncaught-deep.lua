-- SPDX-License-Identifier: MIT
-- expect: error ExecutionFailure Uncaught: {"t":{"t":
local t = {}
for i = 1, 100000 do t = { t = t } end
error(t)
