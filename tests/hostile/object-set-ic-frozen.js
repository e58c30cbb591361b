// SPDX-License-Identifier: MIT
// expect: value ["TypeError", 1]
const set = (o, v) => { o.x = v }
for (let i = 0; i < 100; i++) set({ x: 0 }, i)
const o = Object.freeze({ x: 1 })
try { set(o, 2) } catch (e) { return [e.name, o.x] }
