// SPDX-License-Identifier: MIT
// expect: value [0, 2, 3, 4]
const m = new Map([[0, 0], [1, 1], [2, 2]]), out = []
for (const [k] of m) { out.push(k); m.delete(1); if (k < 4 && k > 1) m.set(k + 1, 0) }
return out
