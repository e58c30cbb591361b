// SPDX-License-Identifier: MIT
// expect: value 1
const a = [1, 2, 3, 4]
return a.reduce((s, x) => { a.length = 0; return s + x }, 0)
