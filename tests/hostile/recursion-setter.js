// SPDX-License-Identifier: MIT
// expect: value "RangeError"
const o = { set x(v) { this.x = v } }
try { o.x = 1 } catch (e) { return e.name }
