// SPDX-License-Identifier: MIT
// expect: error MemoryLimitExceeded
// expect: error TimeoutExceeded
// limits: {"maxMemoryBytes": 16777216, "timeoutMs": 2000}
for (;;) console.log("x".repeat(100000))
