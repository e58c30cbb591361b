// SPDX-License-Identifier: MIT
// expect: value ["TypeError", "TypeError", "TypeError", "TypeError"]
const out = []
for (const d of [{ get: 1 }, { get() {}, value: 1 }, 5, { get get() { throw new TypeError() } }])
  try { Object.defineProperty({}, "x", d) } catch (e) { out.push(e.name) }
return out
