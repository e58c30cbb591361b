// SPDX-License-Identifier: MIT
// expect: value "RangeError"
const f = () => "a".replace("a", f)
try { f() } catch (e) { return e.name }
