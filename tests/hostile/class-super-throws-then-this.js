// SPDX-License-Identifier: MIT
// expect: value "ReferenceError"
class B { constructor() { throw 1 } }
class C extends B { constructor() { try { super() } catch { } return this } }
try { new C() } catch (e) { return e.name }
