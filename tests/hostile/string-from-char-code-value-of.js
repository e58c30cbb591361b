// SPDX-License-Identifier: MIT
// expect: value [true, "AAAA"]
const f = (n) => n ? f(n - 1) : { valueOf() { return [65, 66].reduce((a) => a) } }
const a = Array.from({ length: 60000 }, () => ({ valueOf() { return deep(3) } }))
function deep(n) { const a = n, b = a, c = b, d = [a, b, c]; return n ? deep(n - 1) : 65 + d.length - 3 }
const s = String.fromCharCode(...a)
return [s === "A".repeat(60000), s.slice(0, 4)]
