-- SPDX-License-Identifier: MIT
-- expect: error TimeoutExceeded The execution exceeded its timeout of 200 ms
-- limits: {"timeoutMs": 200}
table.sort({ 2, 1 }, function() while true do end end)
