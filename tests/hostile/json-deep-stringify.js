// SPDX-License-Identifier: MIT
// expect: value "RangeError"
let a = []
for (let i = 0; i < 100000; i++) a = [a]
try { JSON.stringify(a) } catch (e) { return e.name }
