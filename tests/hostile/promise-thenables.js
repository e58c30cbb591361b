// SPDX-License-Identifier: MIT
// expect: value [1, "x", 2, "TypeError"]
const out = []
out.push(await { then(r) { r(1); r(2); throw 3 } })
try { await { then(_, j) { j("x"); j("y") } } } catch (e) { out.push(e) }
out.push(await { then(r) { r(2); throw 5 } })
const p = Promise.resolve().then(() => p)
try { await p } catch (e) { out.push(e.name) }
return out
