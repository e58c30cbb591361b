// SPDX-License-Identifier: MIT
// expect: value 2000
let o = {}
for (let i = 0; i < 2000; i++) { o = Object.create(o); o["k" + i] = 1 }
let n = 0
for (const k in o) n++
return n
