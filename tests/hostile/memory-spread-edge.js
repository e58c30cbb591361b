// SPDX-License-Identifier: MIT
// expect: error MemoryLimitExceeded
// limits: {"maxMemoryBytes": 2097152}
let a = [1]
for (;;) a = [...a, ...a]
