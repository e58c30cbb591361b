// SPDX-License-Identifier: MIT
// expect: value [1, 5]
const m = new Map([[1, 1], [2, 2], [3, 3]]), out = []
for (const [k] of m) { out.push(k); if (k === 1) { m.clear(); m.set(5, 5) } }
return out
