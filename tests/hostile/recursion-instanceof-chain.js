// SPDX-License-Identifier: MIT
// expect: value false
let o = {}
for (let i = 0; i < 100000; i++) o = Object.create(o)
function F() {}
return o instanceof F
