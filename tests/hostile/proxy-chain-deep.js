// SPDX-License-Identifier: MIT
// expect: value 1
let p = { x: 1 }
for (let i = 0; i < 500; i++) p = new Proxy(p, {})
try { return p.x } catch (e) { return e instanceof RangeError ? 1 : e.message }
