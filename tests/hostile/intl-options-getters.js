// SPDX-License-Identifier: MIT
// expect: value "RangeError"
const o = { get style() { return new Intl.NumberFormat("en", o).format(1) } }
try { new Intl.NumberFormat("en", o); return "none" } catch (e) { return e.name }
