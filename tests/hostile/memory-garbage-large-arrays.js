// SPDX-License-Identifier: MIT
// expect: value 2000
// limits: {"maxMemoryBytes": 4194304}
let n = 0
for (let i = 0; i < 2000; i++) { const a = new Array(100000).fill(i); n += a.length / 100000 }
return n
