// SPDX-License-Identifier: MIT
// expect: value [3, 9]
let n = 0, m = 0
a: for (let i = 0; i < 3; i++) { n++; for (let j = 0; j < 9; j++) { try { m++; continue } finally { if (m % 3 === 0) continue a } } }
return [n, m]
