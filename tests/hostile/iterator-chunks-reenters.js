// SPDX-License-Identifier: MIT
// expect: value ["TypeError","TypeError","TypeError"]
const seen = []
const attempt = (f) => { try { f() } catch (e) { seen.push(e.name) } }
let h
const it = { __proto__: Iterator.prototype, n: 0, next() {
  attempt(() => h.next())
  return { value: this.n, done: this.n++ > 1 }
} }
h = it.chunks(3)
h.next()
return seen
