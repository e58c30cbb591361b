// SPDX-License-Identifier: MIT
// expect: value "RangeError"
class A { f() { return this.f() } }
class B extends A { f() { return super.f() } }
try { new B().f() } catch (e) { return e.name }
