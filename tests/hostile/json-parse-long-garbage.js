// SPDX-License-Identifier: MIT
// expect: value "SyntaxError"
try { JSON.parse("x".repeat(3000000)) } catch (e) { return e.name }
