-- SPDX-License-Identifier: MIT
-- expect: error ExecutionFailure boom
pcall = error
pcall("boom")
