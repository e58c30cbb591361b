// SPDX-License-Identifier: MIT
// expect: value 1000000
let n = 0
for (let i = 0; i < 1000000; i++) { Promise.resolve(i); n++ }
return n
