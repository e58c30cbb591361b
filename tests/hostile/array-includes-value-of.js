// SPDX-License-Identifier: MIT
// expect: value true
const a = new Array(1000).fill(1)
return a.includes(undefined, { valueOf() { a.length = 0; return 0 } })
