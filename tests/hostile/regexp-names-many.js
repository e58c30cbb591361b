// SPDX-License-Identifier: MIT
// expect: value 2000
// expect: value "SyntaxError"
try { return Object.keys(new RegExp(Array.from({ length: 2000 }, (_, i) => `(?<n${i}>x)`).join("")).exec("x".repeat(2000)).groups).length } catch (e) { return e.name }
