// SPDX-License-Identifier: MIT
// expect: value 100000
// limits: {"maxMemoryBytes": 2097152}
let n = 0
for (let i = 0; i < 100000; i++) { const s = Symbol("s" + i); const o = { [s]: 1 }; n += o[s] }
return n
