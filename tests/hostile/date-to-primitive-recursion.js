// SPDX-License-Identifier: MIT
// expect: value "RangeError"
const d = new Date(0)
d.toString = () => "" + d
try { "" + d; return "none" } catch (e) { return e.name }
