// SPDX-License-Identifier: MIT
// expect: value "RangeError"
let f = () => f()
for (let i = 0; i < 100; i++) f = f.bind(null, i)
try { f() } catch (e) { return e.name }
