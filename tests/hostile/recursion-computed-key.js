// SPDX-License-Identifier: MIT
// expect: value "RangeError"
const k = { toString() { return { [k]: 1 } + "" } }
try { ({ [k]: 1 }) } catch (e) { return e.name }
