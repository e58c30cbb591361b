-- SPDX-License-Identifier: MIT
-- expect: error TimeoutExceeded The execution exceeded its timeout of 200 ms
-- limits: {"timeoutMs": 200}
local t = {}
while true do table.insert(t, 1, 1) end
