// SPDX-License-Identifier: MIT
// expect: value "RangeError"
// expect: value ""
let a = []
for (let i = 0; i < 200000; i++) a = [a]
try { return String(a) } catch (e) { return e.name }
