// SPDX-License-Identifier: MIT
// expect: value "RangeError"
const o = { valueOf() { return +this } }
try { o + 1 } catch (e) { return e.name }
