// SPDX-License-Identifier: MIT
// expect: value [600,299700,299701,599,300299]
const q = []
for (let i = 0; i < 600; i++) q.push(i)
for (let i = 600; i < 300300; i++) { q.push(i); q.shift(); if (i % 1000 === 0) { q.unshift(-1); q.shift() } if (i % 777 === 0) q.splice(0, 1, q[0]) }
return [q.length, q[0], q[1], q.findIndex((x) => x === 300299), q.at(-1)]
