// SPDX-License-Identifier: MIT
// expect: value ["TypeError", "TypeError", "TypeError", 3]
const out = []
for (const f of [() => { const { a } = null }, () => { const [a] = {} }, () => { const { a: { b } } = {} }])
  try { f() } catch (e) { out.push(e.name) }
const { length } = "abc"
return [...out, length]
