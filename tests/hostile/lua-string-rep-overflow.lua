-- SPDX-License-Identifier: MIT
-- expect: error ExecutionFailure A string holds at most 16,777,216 bytes
return pcall(string.rep, ("x"):rep(4096), 9223372036854775807, "yy")
