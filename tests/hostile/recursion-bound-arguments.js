// SPDX-License-Identifier: MIT
// expect: value "RangeError"
let f = (...a) => a.length
const pad = new Array(1000).fill(0)
try { for (let i = 0; i < 300; i++) f = f.bind(null, ...pad); return f() } catch (e) { return e.name }
