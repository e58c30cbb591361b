// SPDX-License-Identifier: MIT
// expect: value "RangeError"
function f() { return f.apply(this, arguments) }
try { f(1, 2, 3) } catch (e) { return e.name }
