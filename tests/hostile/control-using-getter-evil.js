// SPDX-License-Identifier: MIT
// expect: value ["g", "TypeError", "p", "TypeError", "RangeError", "v"]
const out = []
const attempt = (f) => { try { f() } catch (e) { out.push(e?.name ?? e) } }
attempt(() => { using a = { get [Symbol.dispose]() { throw "g" } } })
attempt(() => { using a = { get [Symbol.dispose]() { return 1 } } })
attempt(() => { using a = new Proxy({}, { get() { throw "p" } }) })
attempt(() => { using a = new Proxy({}, { get: () => undefined }) })
const deep = { get [Symbol.dispose]() { using b = deep; return () => {} } }
attempt(() => { using a = deep })
attempt(() => { using a = new Proxy({ [Symbol.dispose]() { throw "v" } }, {}) })
return out
