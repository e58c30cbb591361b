-- SPDX-License-Identifier: MIT
-- expect: error ExecutionFailure A string holds at most 16,777,216 bytes
local big = ("b"):rep(1 << 12)
return pcall(string.gsub, ("a"):rep(1 << 13), "a", function() return big end)
