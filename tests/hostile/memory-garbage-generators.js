// SPDX-License-Identifier: MIT
// expect: value 100000
// limits: {"maxMemoryBytes": 2097152}
function* g(a) { yield a; yield { a } }
let n = 0
for (let i = 0; i < 50000; i++) for (const x of g([i])) n++
return n
