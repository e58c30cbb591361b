// SPDX-License-Identifier: MIT
// expect: error MemoryLimitExceeded
// expect: error ExecutionFailure Invalid string length
// limits: {"maxMemoryBytes": 16777216}
let s = "a"
for (let i = 0; i < 40; i++) s = s.replaceAll("a", "aaaa")
return s.length
