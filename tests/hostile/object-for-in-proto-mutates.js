// SPDX-License-Identifier: MIT
// expect: value true
const p = { a: 1, b: 2 }, o = Object.create(p), out = []
o.x = 1
for (const k in o) { out.push(k); delete p.b; p.c = 3; o.a = 5 }
return out.includes("x") && !out.includes("b")
