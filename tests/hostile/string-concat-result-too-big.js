// SPDX-License-Identifier: MIT
// expect: error MemoryLimitExceeded
// limits: {"maxMemoryBytes": 16777216}
let s = "x"
for (let i = 0; i < 26; i++) s += s
return s
