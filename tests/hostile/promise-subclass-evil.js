// SPDX-License-Identifier: MIT
// expect: value true
class P extends Promise { static get [Symbol.species]() { throw 1 } }
try { P.resolve(1).then(() => 1); return false } catch (e) { return e === 1 }
