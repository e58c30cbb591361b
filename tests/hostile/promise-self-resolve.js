// SPDX-License-Identifier: MIT
// expect: value "TypeError"
let r; const p = new Promise((f) => { r = f }); r(p)
try { await p } catch (e) { return e.name }
