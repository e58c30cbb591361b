// SPDX-License-Identifier: MIT
// expect: value 499999500000
let sum = 0
for (let i = 0; i < 1000000; i++) { const f = () => i; sum += f() }
return sum
