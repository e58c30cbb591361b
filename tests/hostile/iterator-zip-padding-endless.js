// SPDX-License-Identifier: MIT
// expect: value [[1, 0], [7, 2], ["closed"]]
const log = []
function* pad() { try { for (;;) yield 7 } finally { log.push("closed") } }
return [...Iterator.zip([[1], [0, 2]], { mode: "longest", padding: pad() }), log]
