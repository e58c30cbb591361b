// SPDX-License-Identifier: MIT
// expect: value [2, 2]
const a = [1, 2, 3, 4]
let n = 0
a.length = { valueOf() { n++; a.push(9); return 2 } }
return [n, a.length]
