// SPDX-License-Identifier: MIT
// expect: value "RangeError"
const o = { [Symbol.iterator]() { return [...o][Symbol.iterator]() } }
try { [...o] } catch (e) { return e.name }
