// SPDX-License-Identifier: MIT
// expect: error MemoryLimitExceeded
// expect: error ExecutionFailure Invalid string length
// limits: {"maxMemoryBytes": 16777216}
let a = []
for (let i = 0; i < 5000; i++) a = [a]
return JSON.stringify(a, null, 10).length
