// SPDX-License-Identifier: MIT
// expect: value ["TypeError", "TypeError", "TypeError", "TypeError", "TypeError"]
const out = []
const its = [() => 1, () => null, () => ({}), () => ({ next: 1 }), () => ({ next: () => 1 })]
for (const f of its) try { [...{ [Symbol.iterator]: f }] } catch (e) { out.push(e.name) }
return out
