// SPDX-License-Identifier: MIT
// expect: error MemoryLimitExceeded
// expect: value "RangeError"
// limits: {"maxMemoryBytes": 2097152}
function f(a, b, c, d) { return f(a, b, c, d) + 1 }
try { f(1, 2, 3, 4) } catch (e) { return e.name }
