// SPDX-License-Identifier: MIT
// expect: value "RangeError"
function* g(n) { yield* g(n + 1) }
try { [...g(0)]; return "none" } catch (e) { return e.name }
