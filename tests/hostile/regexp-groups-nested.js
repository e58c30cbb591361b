// SPDX-License-Identifier: MIT
// expect: value "x"
// expect: value "SyntaxError"
// expect: value "RangeError"
try { return new RegExp("(".repeat(100000) + "x" + ")".repeat(100000)).exec("x")[0] } catch (e) { return e.name }
