// SPDX-License-Identifier: MIT
// expect: value ["f", "f", "b", "c", "t2"]
const out = []
out.push((() => { try { return "t" } finally { return "f" } })())
out.push((() => { try { throw 1 } finally { return "f" } })())
out.push((() => { a: try { return "t" } finally { break a } return "b" })())
out.push((() => { for (let i = 0; i < 2; i++) try { return "t" } finally { if (i < 2) continue } return "c" })())
try { try { throw "t1" } finally { throw "t2" } } catch (e) { out.push(e) }
return out
