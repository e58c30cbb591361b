// SPDX-License-Identifier: MIT
// expect: value ["ReferenceError", "ReferenceError", "TypeError", 5]
const out = []
class B {}
for (const C of [class extends B { constructor() { } }, class extends B { constructor() { super(); super() } }, class extends B { constructor() { return 1 } }])
  try { new C(); out.push("none") } catch (e) { out.push(e.name) }
class D extends B { constructor() { const f = () => super(); f(); this.x = 5 } }
return [...out, new D().x]
