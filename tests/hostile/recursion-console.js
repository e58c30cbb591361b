// SPDX-License-Identifier: MIT
// expect: error MemoryLimitExceeded
// expect: error TimeoutExceeded
// limits: {"timeoutMs": 500, "maxMemoryBytes": 67108864}
// expect: value 1
let a = {}
for (let i = 0; i < 200000; i++) a = { a, b: [a] }
console.log(a); console.log(new Map([[a, a]])); console.error(new Set([a]))
return 1
