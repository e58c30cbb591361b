// SPDX-License-Identifier: MIT
// expect: error MemoryLimitExceeded
// expect: error TimeoutExceeded
// expect: value 1
// limits: {"maxMemoryBytes": 16777216, "timeoutMs": 2000}
let a = 1
for (let i = 0; i < 30; i++) a = [a, a]
console.log(a)
return 1
