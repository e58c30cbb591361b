// SPDX-License-Identifier: MIT
// expect: value ["InvalidToolInput", "InvalidToolInput", "InvalidToolInput"]
const cyclic = {}; cyclic.c = cyclic
const out = []
for (const a of [cyclic, Symbol(), tools.x]) try { await tools.t(a) } catch (e) { out.push(e.kind) }
return out
