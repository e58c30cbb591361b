// SPDX-License-Identifier: MIT
// expect: value "RangeError"
const f = () => { [2, 1].sort(f); return 0 }
try { f() } catch (e) { return e.name }
