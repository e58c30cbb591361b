// SPDX-License-Identifier: MIT
// expect: error TimeoutExceeded
// expect: error MemoryLimitExceeded
// limits: {"timeoutMs": 300, "maxMemoryBytes": 16777216}
console.log(new Array(2 ** 32 - 1))
return 1
