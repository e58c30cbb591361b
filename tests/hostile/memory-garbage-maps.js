// SPDX-License-Identifier: MIT
// expect: value 10000
// limits: {"maxMemoryBytes": 2097152}
let n = 0
for (let i = 0; i < 10000; i++) { const m = new Map(); for (let j = 0; j < 20; j++) m.set(j, { j }); n += m.size / 20 }
return n
