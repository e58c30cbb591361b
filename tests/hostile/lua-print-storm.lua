-- SPDX-License-Identifier: MIT
-- expect: error ExecutionFailure The execution exceeded its budget of 1000000 steps
-- limits: {"maxSteps": 1000000}
while true do print("x") end
