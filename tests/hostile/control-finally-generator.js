// SPDX-License-Identifier: MIT
// expect: value [1, "f", 2, true]
const log = []
function* g() { try { yield 1 } finally { log.push("f"); yield 2 } }
for (const x of g()) { log.push(x); if (x === 1) break }
const it = g(); it.next()
return [log[0], log[1], it.return().value, it.next().done]
