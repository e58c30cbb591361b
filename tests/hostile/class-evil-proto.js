// SPDX-License-Identifier: MIT
// expect: value ["TypeError"]
function F() {}
F.prototype = 3
try { class A extends F {} } catch (e) { return [e.name] }
