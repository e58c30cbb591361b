// SPDX-License-Identifier: MIT
// expect: value [[1, 2, 3], 6]
const a = [1, 2, 3]
const b = a.filter((x) => { a.push(x); return true })
return [b, a.length]
