// SPDX-License-Identifier: MIT
// expect: value 50000
// limits: {"maxMemoryBytes": 2097152}
const f = async (x) => { const y = [x, { x }]; await 0; return y[1].x }
let n = 0
for (let i = 0; i < 50000; i++) n += await f(1)
return n
