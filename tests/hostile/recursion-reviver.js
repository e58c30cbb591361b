// SPDX-License-Identifier: MIT
// expect: value "RangeError"
const f = () => JSON.parse("[1]", f)
try { f() } catch (e) { return e.name }
