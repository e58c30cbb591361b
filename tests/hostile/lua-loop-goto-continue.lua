-- SPDX-License-Identifier: MIT
-- expect: error ExecutionFailure The execution exceeded its budget of 1000000 steps
-- limits: {"maxSteps": 1000000}
local i = 0
while true do i = i + 1 if i % 2 == 0 then goto continue end
::continue:: end
