// SPDX-License-Identifier: MIT
// expect: value 200000
// limits: {"timeoutMs": 10000, "maxMemoryBytes": 4194304}
let n = 0
const r = () => ({ junk: [1, 2, 3], [Symbol.dispose]() { n++ } })
for (let i = 0; i < 100000; i++) { using a = r(); using b = r() }
return n
