// SPDX-License-Identifier: MIT
// expect: value 100
// expect: error MemoryLimitExceeded
// limits: {"maxMemoryBytes": 2097152}
let n = 0
const o = { valueOf() { for (let i = 0; i < 100000; i++) ({ i }); return 1 } }
for (let i = 0; i < 100; i++) n += +o
return n
