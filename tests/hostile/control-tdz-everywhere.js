// SPDX-License-Identifier: MIT
// expect: value ["ReferenceError", "ReferenceError", "ReferenceError", "ReferenceError", "ReferenceError", "ReferenceError", "ReferenceError", "ReferenceError"]
const out = []
const tries = [
  () => { a; let a },
  () => { typeof b; const b = 1 },
  () => { new C(); class C {} },
  () => { const f = () => d; f(); let d = 1 },
  () => { let e = e },
  () => { ((x = y, y = 1) => x)() },
  () => { class D extends D {} },
  () => { for (const k of [k]); },
]
for (const f of tries) try { f(); out.push("none") } catch (e) { out.push(e.name) }
return out
