// SPDX-License-Identifier: MIT
// expect: value true
const a = new Array(100).fill(1)
a.copyWithin({ valueOf() { a.length = 3; return 50 } }, 0)
return a.length >= 3
