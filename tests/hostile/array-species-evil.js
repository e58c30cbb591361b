// SPDX-License-Identifier: MIT
// expect: value true
const target = Object.freeze([])
class A extends Array { static get [Symbol.species]() { return function () { return target } } }
try { return A.from([1, 2]).filter(() => true).length >= 0 } catch (e) { return e instanceof TypeError }
