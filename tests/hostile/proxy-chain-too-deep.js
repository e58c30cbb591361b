// SPDX-License-Identifier: MIT
// expect: value "RangeError"
let p = { x: 1 }
for (let i = 0; i < 100000; i++) p = new Proxy(p, {})
try { p.x; return "none" } catch (e) { return e.name }
