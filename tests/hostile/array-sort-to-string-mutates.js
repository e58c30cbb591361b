// SPDX-License-Identifier: MIT
// expect: value true
const a = []
for (let i = 0; i < 300; i++) a.push({ toString() { a.length = 10; a[5000] = 1; return String(300 - i) } })
a.sort()
return a.length >= 300
