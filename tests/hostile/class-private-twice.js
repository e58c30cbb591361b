// SPDX-License-Identifier: MIT
// expect: value "TypeError"
class Base { constructor(o) { return o } }
class A extends Base { #x = 1 }
const o = {}
new A(o)
try { new A(o) } catch (e) { return e.name }
