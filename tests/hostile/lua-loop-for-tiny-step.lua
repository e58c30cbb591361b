-- SPDX-License-Identifier: MIT
-- expect: error TimeoutExceeded The execution exceeded its timeout of 200 ms
-- limits: {"timeoutMs": 200}
for i = 1, 2, 1e-300 do end
