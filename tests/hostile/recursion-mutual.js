// SPDX-License-Identifier: MIT
// expect: value "RangeError"
const even = (n) => odd(n + 1), odd = (n) => even(n + 1)
try { even(0) } catch (e) { return e.name }
