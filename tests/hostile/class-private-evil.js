// SPDX-License-Identifier: MIT
// expect: value ["TypeError", "TypeError", "TypeError", false, true]
const out = []
class A { #x = 1; static get(o) { return o.#x } static set(o) { o.#x = 1 } static has(o) { return #x in o } #m() {} static write(o) { o.#m = 1 } }
for (const f of [() => A.get({}), () => A.set({}), () => A.write(new A())]) try { f(); out.push("none") } catch (e) { out.push(e.name) }
return [...out, A.has({}), A.has(new A())]
