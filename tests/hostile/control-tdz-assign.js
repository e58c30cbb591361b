// SPDX-License-Identifier: MIT
// expect: value ["ReferenceError", "ReferenceError", "ReferenceError", "TypeError"]
const out = []
for (const f of [() => { a = 1; let a }, () => { b++; let b }, () => { [c] = [1]; let c }, () => { const d = 1; d = 2 }])
  try { f(); out.push("none") } catch (e) { out.push(e.name) }
return out
