-- SPDX-License-Identifier: MIT
-- expect: error ExecutionFailure 10,000
local function f() table.sort({ 2, 1 }, function() return (("a"):gsub("a", function() f() end)) == "" end) end
return pcall(f)
