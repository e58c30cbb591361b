// SPDX-License-Identifier: MIT
// expect: value [1, "x"]
let n = 0
class A { a = n++; b = (() => { throw "x" })(); c = n++ }
try { new A() } catch (e) { return [n, e] }
