-- SPDX-License-Identifier: MIT
-- expect: error ExecutionFailure A string holds at most 16,777,216 bytes
return pcall(string.format, "%q", ("\0"):rep(1 << 23))
