// SPDX-License-Identifier: MIT
// expect: value ["ReferenceError", 2]
const out = []
const f = (x) => { switch (x) { case 1: let y = 1; break; case 2: return y } }
try { f(2) } catch (e) { out.push(e.name) }
switch (3) { case 0: function g() { return 2 } default: out.push(g()) }
return out
