-- SPDX-License-Identifier: MIT
-- expect: error ExecutionFailure A string holds at most 16,777,216 bytes
return pcall(os.date, ("%c"):rep(1 << 20))
