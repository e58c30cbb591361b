// SPDX-License-Identifier: MIT
// expect: value "RangeError"
const o = { toJSON() { return JSON.stringify(o) } }
try { JSON.stringify(o) } catch (e) { return e.name }
