-- SPDX-License-Identifier: MIT
-- expect: error ExecutionFailure Uncaught: {"t":[Circular]}
local t = {}
t.t = t
error(t)
