// SPDX-License-Identifier: MIT
// expect: value ["TypeError", "TypeError", "TypeError"]
const out = []
for (const f of [() => delete Array.prototype.map, () => delete Math.max, () => delete globalThis.Array])
  try { f(); out.push("gone") } catch (e) { out.push(e.name) }
return out
