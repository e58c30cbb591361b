// SPDX-License-Identifier: MIT
// expect: value 40000
const a = []
for (let i = 0; i < 40000; i++) a.unshift(i)
return a.length
