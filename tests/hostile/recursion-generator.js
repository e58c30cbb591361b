// SPDX-License-Identifier: MIT
// expect: value "RangeError"
function* g() { yield* g() }
try { g().next() } catch (e) { return e.name }
