// SPDX-License-Identifier: MIT
// expect: value -1
const a = new Array(1000).fill(1)
return a.indexOf(1, { valueOf() { a.length = 0; return 0 } })
