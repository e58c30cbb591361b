// SPDX-License-Identifier: MIT
// expect: value ["TypeError", [1, 2], 2]
function f() { let name; try { arguments.callee } catch (e) { name = e.name } return [name, [...arguments], Array.prototype.slice.call(arguments).length] }
return f(1, 2)
