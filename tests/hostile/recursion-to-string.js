// SPDX-License-Identifier: MIT
// expect: value "RangeError"
const o = { toString() { return `${this}` } }
try { String(o) } catch (e) { return e.name }
