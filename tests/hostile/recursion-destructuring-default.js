// SPDX-License-Identifier: MIT
// expect: value "RangeError"
const f = ({ a = f({}) } = {}) => a
try { f() } catch (e) { return e.name }
