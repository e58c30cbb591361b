// SPDX-License-Identifier: MIT
// expect: value 19998
let a = []
for (let i = 0; i < 9998; i++) a = [a]
return JSON.stringify(a).length
