// SPDX-License-Identifier: MIT
// expect: value 0
const a = new Array(20000).fill(0)
while (a.length) a.shift()
return a.length
