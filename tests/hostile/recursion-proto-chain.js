// SPDX-License-Identifier: MIT
// expect: value [1, null]
let o = { x: 1 }
for (let i = 0; i < 100000; i++) o = Object.create(o)
return [o.x, o.y]
