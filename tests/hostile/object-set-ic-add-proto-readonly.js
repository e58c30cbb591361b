// SPDX-License-Identifier: MIT
// expect: value "TypeError"
const set = (o, v) => { o.y = v }
const p = {}
for (let i = 0; i < 100; i++) set(Object.create(p), i)
Object.defineProperty(p, "y", { value: 1 })
try { set(Object.create(p), 5) } catch (e) { return e.name }
