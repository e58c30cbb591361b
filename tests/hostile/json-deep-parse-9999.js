// SPDX-License-Identifier: MIT
// expect: value 9999
let a = JSON.parse("[".repeat(9999) + "]".repeat(9999)), n = 0
while (a) { n++; a = a[0] }
return n
