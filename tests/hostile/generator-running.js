// SPDX-License-Identifier: MIT
// expect: value "TypeError"
function* f() { it.next(); yield 1 }
const it = f()
try { it.next(); return "none" } catch (e) { return e.name }
