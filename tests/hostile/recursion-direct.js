// SPDX-License-Identifier: MIT
// expect: value "RangeError: Maximum call stack size exceeded"
function f() { return f() + 1 }
try { f() } catch (e) { return e.name + ": " + e.message }
