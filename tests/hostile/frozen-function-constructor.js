// SPDX-License-Identifier: MIT
// expect: value ["TypeError", "TypeError", "TypeError", "TypeError"]
const out = []
for (const f of [() => Function("return 1")(), () => new Function("return 1"), () => (() => {}).constructor("return 1"), () => (function* () {}).constructor("")])
  try { f(); out.push("ran") } catch (e) { out.push(e.name) }
return out
