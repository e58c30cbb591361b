-- SPDX-License-Identifier: MIT
-- expect: error ExecutionFailure 'for' step is zero
for i = 1, 2, 0 do end
