// SPDX-License-Identifier: MIT
// expect: value "RangeError"
const o = { get x() { return this.x } }
try { o.x } catch (e) { return e.name }
