// SPDX-License-Identifier: MIT
// expect: value ["TypeError", "TypeError", "TypeError", "TypeError", "TypeError", 2]
const a = Object.freeze([1, 2]), out = []
for (const f of [() => a.push(1), () => a.pop(), () => { a[0] = 1 }, () => { a.length = 0 }, () => a.sort()])
  try { f() } catch (e) { out.push(e.name) }
return [...out, a.length]
