// SPDX-License-Identifier: MIT
// expect: value "RangeError"
class A { constructor() { this.a = new A() } }
try { new A() } catch (e) { return e.name }
