// SPDX-License-Identifier: MIT
// expect: value [1,2]
const seen = []
function* g() { try { yield 1 } finally { seen.push(2) } }
for (const x of g()) { seen.push(x); break }
return seen
