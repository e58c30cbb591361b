-- SPDX-License-Identifier: MIT
-- expect: error TimeoutExceeded The execution exceeded its timeout of 200 ms
-- limits: {"timeoutMs": 200}
local t = { 1 }
while true do next(t) end
