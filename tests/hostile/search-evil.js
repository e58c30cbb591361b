// SPDX-License-Identifier: MIT
// expect: value true
let n = 0
for (const q of [1, null, "x", { query: "a".repeat(100000) }, { limit: -1 }, { get query() { throw 1 } }]) try { search(q) } catch { n++ }
return n >= 0
