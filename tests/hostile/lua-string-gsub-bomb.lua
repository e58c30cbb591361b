-- SPDX-License-Identifier: MIT
-- expect: error ExecutionFailure A string holds at most 16,777,216 bytes
return pcall(string.gsub, ("a"):rep(1 << 16), "a", ("b"):rep(1 << 10))
