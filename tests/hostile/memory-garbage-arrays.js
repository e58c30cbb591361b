// SPDX-License-Identifier: MIT
// expect: value 20000
// limits: {"maxMemoryBytes": 2097152}
let n = 0
for (let i = 0; i < 20000; i++) { const a = new Array(1000).fill(i); n += a.length / 1000 }
return n
