// SPDX-License-Identifier: MIT
// expect: error MemoryLimitExceeded
// limits: {"maxMemoryBytes": 16777216}
let s = "x".repeat(1000000), a = new Array(1000).fill(s)
return a
