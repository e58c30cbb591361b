// SPDX-License-Identifier: MIT
// expect: value [1, 9]
const s = new Set([1, 2, 3]), out = []
s.forEach((x) => { out.push(x); if (x === 1) { s.clear(); s.add(9) } })
return out
