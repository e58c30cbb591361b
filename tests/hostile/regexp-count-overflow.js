// SPDX-License-Identifier: MIT
// expect: value true
// expect: value "SyntaxError"
try { return new RegExp("x{0,99999999999999999999}").test("x") } catch (e) { return e.name }
