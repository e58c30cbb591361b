// SPDX-License-Identifier: MIT
// expect: value ["TypeError", "TypeError", "TypeError", "TypeError", "TypeError", "TypeError"]
const o = { valueOf: () => ({}), toString: () => ({}) }, s = Symbol(), n = Object.create(null)
const out = []
for (const f of [() => o + 1, () => `${s}`, () => +s, () => n + "", () => ({ [Symbol.toPrimitive]: 1 }) + 1, () => ({ [Symbol.toPrimitive]: () => ({}) }) + 1])
  try { f(); out.push("none") } catch (e) { out.push(e.name) }
return out
