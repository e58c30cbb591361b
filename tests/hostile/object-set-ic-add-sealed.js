// SPDX-License-Identifier: MIT
// expect: value ["TypeError", null]
const set = (o, v) => { o.y = v }
for (let i = 0; i < 100; i++) set({ x: 0 }, i)
const o = Object.preventExtensions({ x: 1 })
try { set(o, 2) } catch (e) { return [e.name, o.y ?? null] }
