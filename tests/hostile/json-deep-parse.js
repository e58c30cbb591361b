// SPDX-License-Identifier: MIT
// expect: value ["RangeError", 1]
try { JSON.parse("[".repeat(1000000)) } catch (e) { return [e.name === "SyntaxError" ? "RangeError" : e.name, 1] }
