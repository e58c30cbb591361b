// SPDX-License-Identifier: MIT
// expect: value "TypeError"
const p = new Proxy(Object.freeze({ a: 1 }), { ownKeys: () => [] })
try { Object.keys(p); return "none" } catch (e) { return e.name }
