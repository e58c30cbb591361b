// SPDX-License-Identifier: MIT
// expect: value [0,null]
const q = Array.from({ length: 300000 }, (_, i) => i)
let last
while (q.length) { const x = q.shift(); if (last !== undefined && x !== last + 1) return x; last = x }
return [q.length, q.shift() ?? null]
