// SPDX-License-Identifier: MIT
// expect: value ["ReferenceError", 1, 1000]
const s = new DisposableStack()
let n = 0, name
s.defer(() => { try { s.defer(() => n++) } catch (e) { name = e.name } })
s.dispose()
const t = new DisposableStack()
t.use({ get [Symbol.dispose]() { for (let i = 0; i < 1000; i++) t.defer(() => n++); return () => { n = -n } } })
const before = t.disposed ? 0 : 1
t.dispose()
return [name, before, n + 0 === 1000 ? 1000 : n]
