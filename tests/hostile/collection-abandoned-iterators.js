// SPDX-License-Identifier: MIT
// expect: value [1, 1]
// limits: {"maxMemoryBytes": 2097152}
const m = new Map([[-1, 0]]), s = new Set([-1])
for (const k of m) break
const [first] = s
m.keys()
m.keys().next()
m.entries().some(() => true)
try { m.forEach(() => { throw first }) } catch {}
s.isSubsetOf({ size: 2, has: () => false, keys() {} })
for (let i = 0; i < 250000; i++) { m.set(i, i); m.delete(i - 1); s.add(i); s.delete(i - 1) }
return [m.size, s.size]
