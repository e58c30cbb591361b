// SPDX-License-Identifier: MIT
// expect: value ["string", "number"]
class A { f() { return typeof this } }
return [A.prototype.f.call("x"), A.prototype.f.call(1)]
