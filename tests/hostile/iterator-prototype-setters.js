// SPDX-License-Identifier: MIT
// expect: value ["TypeError","TypeError","TypeError",5,1,"TypeError",[0,9]]
const { set } = Object.getOwnPropertyDescriptor(Iterator.prototype, "constructor")
const attempt = (f) => { try { return f() } catch (e) { return e.name } }
const a = [0]
const p = new Proxy(a, { getOwnPropertyDescriptor: () => undefined, defineProperty: (t, k, d) => t.push(d.value) > 0 })
return [
  attempt(() => set.call(Iterator.prototype, 1)),
  attempt(() => set.call(Object.freeze({}), 1)),
  attempt(() => set.call(null, 1)),
  attempt(() => { const o = Object.create(Iterator.prototype); o.constructor = 5; return o.constructor }),
  attempt(() => { const o = { __proto__: Iterator.prototype, set constructor(v) { this.x = v } }; set.call(o, 1); return o.x }),
  attempt(() => set.call(new Proxy({}, { getOwnPropertyDescriptor: () => 1 }), 1)),
  attempt(() => { set.call(p, 9); return a }),
]
