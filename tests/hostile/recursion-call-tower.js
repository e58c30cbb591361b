// SPDX-License-Identifier: MIT
// expect: value "RangeError"
function f() { return f.call.call.call(f, this) }
try { f() } catch (e) { return e.name }
