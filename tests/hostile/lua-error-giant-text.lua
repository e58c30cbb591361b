-- SPDX-License-Identifier: MIT
-- expect: value 16777216
local ok, e = pcall(error, ("x"):rep(16777216))
return #e
