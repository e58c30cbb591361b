-- SPDX-License-Identifier: MIT
-- expect: error ExecutionFailure A string holds at most 16,777,216 bytes
local s = "x"
return pcall(function() for i = 1, 64 do s = s .. s .. "y" end end)
