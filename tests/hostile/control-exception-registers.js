// SPDX-License-Identifier: MIT
// expect: value [6, 6]
let keep = 0
function f(a, b, c) { let x = a; try { x = b; t(); x = 100 } catch (e) { x = x + c + e } finally { keep = x } return x }
function t() { throw 1 }
return [f(1, 2, 3), keep]
