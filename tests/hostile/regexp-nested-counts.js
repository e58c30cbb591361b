// SPDX-License-Identifier: MIT
// expect: value "SyntaxError"
// expect: value false
// expect: value "RangeError"
// expect: error TimeoutExceeded The execution exceeded its timeout of 100 ms
// limits: {"timeoutMs": 100}
try { return new RegExp("(((((x{100}){100}){100}){100}){100})").test("x") } catch (e) { return e.name }
