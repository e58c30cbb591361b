// SPDX-License-Identifier: MIT
// expect: value "RangeError"
// expect: value 5000
function* g(n) { if (n) yield* g(n - 1); else yield 5000 }
try { return g(5000).next().value } catch (e) { return e.name }
