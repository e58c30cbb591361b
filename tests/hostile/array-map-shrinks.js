// SPDX-License-Identifier: MIT
// expect: value [[1, 2, null, null], 2]
const a = [1, 2, 3, 4]
const b = a.map((x, i) => { a.length = 2; return x })
return [Array.from(b, (x) => x ?? null), a.length]
