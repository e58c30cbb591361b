// SPDX-License-Identifier: MIT
// expect: value "RangeError"
const p = new Proxy({}, { set: (t, k, v, r) => { r[k] = v; return true } })
try { p.x = 1; return "none" } catch (e) { return e.name }
