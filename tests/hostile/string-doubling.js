// SPDX-License-Identifier: MIT
// expect: value "RangeError: Invalid string length"
// limits: {"maxMemoryBytes": 2147483648}
let s = "x"
try { for (;;) s += s } catch (e) { return e.name + ": " + e.message }
