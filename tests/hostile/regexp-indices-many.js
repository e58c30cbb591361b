// SPDX-License-Identifier: MIT
// expect: error ExecutionFailure step
// limits: {"maxSteps": 20000000}
const r = new RegExp("a|" + "(b)".repeat(32000), "dg")
let n = 0
for (const m of "a".repeat(400).matchAll(r)) n += m.indices.length
return n
