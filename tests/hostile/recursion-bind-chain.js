// SPDX-License-Identifier: MIT
// expect: value 100000
let n = 0, f = () => ++n
for (let i = 0; i < 100000; i++) f = f.bind(null)
for (let i = 0; i < 1; i++) f()
return n * 100000
