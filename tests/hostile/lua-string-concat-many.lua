-- SPDX-License-Identifier: MIT
-- expect: error ExecutionFailure A string holds at most 16,777,216 bytes
local s = ("x"):rep(1 << 20)
return pcall(function() return s..s..s..s..s..s..s..s..s..s..s..s..s..s..s..s..s end)
