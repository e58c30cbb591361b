// SPDX-License-Identifier: MIT
// expect: value [5, true]
const a = new Array(10).fill(1)
const b = a.splice({ valueOf() { a.length = 0; return 0 } }, 5, 7)
return [b.length, a.length >= 0]
