// SPDX-License-Identifier: MIT
// expect: error ExecutionFailure RangeError: Invalid string length
// expect: error MemoryLimitExceeded
let s = "x".repeat(1 << 20)
return [...new Array(10000)].map(() => s).values().join(s).length
