// SPDX-License-Identifier: MIT
// expect: value true
let n = 0
function f() { n++; f() }
try { f() } catch { }
return n > 9900 && n <= 10000
