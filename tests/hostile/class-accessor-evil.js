// SPDX-License-Identifier: MIT
// expect: value ["TypeError", 1]
class A { get x() { return 1 } static set y(v) { } }
try { new A().x = 2 } catch (e) { return [e.name, new A().x] }
