// SPDX-License-Identifier: MIT
// expect: error ExecutionFailure Invalid string length
// expect: error MemoryLimitExceeded
let s = "0123456789"
for (let i = 0; i < 100; i++) s = `${s}${s}`
return s
