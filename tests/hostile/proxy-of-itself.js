// SPDX-License-Identifier: MIT
// expect: value "RangeError"
const h = {}
const p = new Proxy({}, h)
Object.setPrototypeOf ? 0 : 0
h.get = (t, k, r) => r[k]
try { p.x; return "none" } catch (e) { return e.name }
