// SPDX-License-Identifier: MIT
// expect: value [5, false]
const set = (o, v) => { o.y = v }
class A {}
for (let i = 0; i < 100; i++) set(new A(), i)
let got
Object.defineProperty(A.prototype, "y", { set(v) { got = v } })
const a = new A(); set(a, 5)
return [got, Object.hasOwn(a, "y")]
