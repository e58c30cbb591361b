// SPDX-License-Identifier: MIT
// expect: value [2, 100000, 99999]
const rows = Array.from({ length: 100000 }, (_, i) => [i, i])
let n = 0, last
for (const a of Iterator.zip(rows, { mode: "strict" })) { n++; last = a }
return [n, last.length, last[99999]]
