// SPDX-License-Identifier: MIT
// expect: value [1, 2]
let o = { a: 1 }, n = 0
const k = { toString() { n++; return "a" } }
return [o[k], (o[k] += 0, n)]
