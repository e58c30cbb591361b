// SPDX-License-Identifier: MIT
// expect: value ["TypeError","TypeError",true,"TypeError",true]
const seen = []
const attempt = (f) => { try { seen.push(f().done) } catch (e) { seen.push(e.name) } }
let h
const it = { n: 0, next() {
  if (this.n === 1) { attempt(() => h.next()); attempt(() => h.return()) }
  return { value: 1, done: this.n++ > 0 }
}, return() { attempt(() => h.next()); return {} } }
h = Iterator.zip([it, [1, 2, 3]])
h.next()
attempt(() => h.next())
h = Iterator.zip([{ next: () => ({}), return: it.return }, [1]])
h.next()
attempt(() => h.return())
return seen
