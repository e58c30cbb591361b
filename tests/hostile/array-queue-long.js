// SPDX-License-Identifier: MIT
// expect: value 2000000
// limits: {"timeoutMs": 5000}
const q = new Array(200000).fill(0)
let n = 0
for (let i = 0; i < 2000000; i++) { q.push(i); q.shift(); n++ }
return n
