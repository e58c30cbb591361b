// SPDX-License-Identifier: MIT
// expect: value true
function deep(n) { const a = [n, n, n], b = a.length; return n ? deep(n - 1) : "x".repeat(b) }
const a = Array.from({ length: 50000 }, () => ({ toString() { return deep(9) } }))
return "".concat(...a) === "xxx".repeat(50000)
