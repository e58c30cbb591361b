// SPDX-License-Identifier: MIT
// expect: error MemoryLimitExceeded
// expect: error ExecutionFailure Invalid string length
// limits: {"maxMemoryBytes": 16777216}
let s = "abcdefgh"
for (let i = 0; i < 40; i++) s = s.replace("d", "$`$'$&$`$'")
return s.length
