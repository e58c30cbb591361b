// SPDX-License-Identifier: MIT
// expect: value [6, 6]
let n = 0
const o = { a: 1 }, k = { toString() { n++; return "a" } }
o[k]++; ++o[k]; o[k] += 1; o[k] ||= 1; o[k] ??= 1; delete o[k]
return [n, 6]
