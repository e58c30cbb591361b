// SPDX-License-Identifier: MIT
// expect: value ["TypeError", "TypeError", "TypeError", "TypeError"]
const out = []
const hidden = [Object.getPrototypeOf([].values()), Object.getPrototypeOf(function* () {}), Object.getPrototypeOf((async function* () {}).prototype), Object.getPrototypeOf(async () => {})]
for (const h of hidden) try { h.next = 1; h.evil = 1; out.push("wrote") } catch (e) { out.push(e.name) }
return out
