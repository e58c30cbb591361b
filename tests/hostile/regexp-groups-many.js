// SPDX-License-Identifier: MIT
// expect: value 10001
// expect: value "SyntaxError"
try { return new RegExp("(x)".repeat(10000)).exec("x".repeat(10000)).length } catch (e) { return e.name }
