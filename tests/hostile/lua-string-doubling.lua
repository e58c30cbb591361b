-- SPDX-License-Identifier: MIT
-- expect: error ExecutionFailure A string holds at most 16,777,216 bytes
local s = "x"
return pcall(function() while true do s = s .. s end end)
