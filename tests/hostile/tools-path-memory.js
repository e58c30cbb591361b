// SPDX-License-Identifier: MIT
// expect: error MemoryLimitExceeded
// limits: {"maxMemoryBytes": 2097152}
let t = tools
for (;;) t = t["x".repeat(100) + Math.random()]
