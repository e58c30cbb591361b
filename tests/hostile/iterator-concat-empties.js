// SPDX-License-Identifier: MIT
// expect: value 200000
const h = Iterator.concat(...new Array(200000).fill([]), new Array(200000))
let n = 0
for (const x of h) n++
return n
