// SPDX-License-Identifier: MIT
// expect: value 200000
// limits: {"maxMemoryBytes": 2097152}
let n = 0
for (let i = 0; i < 200000; i++) { const o = {}; o["key" + i] = i; n++ }
return n
