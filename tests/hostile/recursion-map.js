// SPDX-License-Identifier: MIT
// expect: value "RangeError"
const f = () => [1].map(f)
try { f() } catch (e) { return e.name }
