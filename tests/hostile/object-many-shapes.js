// SPDX-License-Identifier: MIT
// expect: value 100000
let n = 0
for (let i = 0; i < 100000; i++) { const o = {}; o["a" + i] = 1; o["b" + i] = 2; n += o["a" + i] }
return n
