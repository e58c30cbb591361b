// SPDX-License-Identifier: MIT
// expect: value 200000
// limits: {"maxMemoryBytes": 2097152}
let n = 0
for (let i = 0; i < 200000; i++) { const s = ("a" + i).padEnd(100) + i; n += s.length ? 1 : 0 }
return n
