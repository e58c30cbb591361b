// SPDX-License-Identifier: MIT
// expect: value [true, true]
function F() {}
F.prototype = 5
const a = new F()
let ok
try { a instanceof F } catch (e) { ok = e instanceof TypeError }
return [Object.getPrototypeOf(a) === Object.prototype, ok]
