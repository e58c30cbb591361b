// SPDX-License-Identifier: MIT
// expect: value ["a", "c"]
const o = { a: 1, b: 2, c: 3 }, out = []
for (const k in o) { out.push(k); delete o.b; o.d = 1 }
return out
