// SPDX-License-Identifier: MIT
// expect: value [null, null, "TypeError", true]
const o = null, p = { q: null }
let name
try { p?.q.r } catch (e) { name = e.name }
return [o?.a.b.c.d() ?? null, p.q?.[(() => { throw 1 })()] ?? null, name, delete o?.a.b]
