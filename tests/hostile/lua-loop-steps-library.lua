-- SPDX-License-Identifier: MIT
-- expect: error ExecutionFailure The execution exceeded its budget of 1000000 steps
-- limits: {"maxSteps": 1000000}
local s = ("x"):rep(1 << 20)
while true do s:find("y", 1, true) end
