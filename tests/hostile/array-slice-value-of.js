// SPDX-License-Identifier: MIT
// expect: value [10, 0]
const a = new Array(10).fill(1)
const b = a.slice(0, { valueOf() { a.length = 0; return 10 } })
return [b.length, a.length]
