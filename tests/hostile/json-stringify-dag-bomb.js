// SPDX-License-Identifier: MIT
// expect: error MemoryLimitExceeded
// expect: error ExecutionFailure Invalid string length
// limits: {"maxMemoryBytes": 16777216}
let a = "x"
for (let i = 0; i < 60; i++) a = [a, a]
return JSON.stringify(a).length
