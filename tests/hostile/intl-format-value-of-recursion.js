// SPDX-License-Identifier: MIT
// expect: value "RangeError"
const f = new Intl.NumberFormat("en")
const o = { valueOf: () => f.format(o) }
try { f.format(o); return "none" } catch (e) { return e.name }
