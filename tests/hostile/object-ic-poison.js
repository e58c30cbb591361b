// SPDX-License-Identifier: MIT
// expect: value [1, 2, 3, 4, null, 6]
class A { get x() { return 1 } }
const f = (o) => o.x
const out = [f(new A()), f({ x: 2 }), f(Object.create({ x: 3 }))]
const p = { x: 4 }, o = Object.create(p)
out.push(f(o)); delete p.x; out.push(f(o) ?? null); p.x = 6; out.push(f(o))
return out
