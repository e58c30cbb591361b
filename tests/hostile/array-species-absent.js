// SPDX-License-Identifier: MIT
// expect: value true
class A extends Array { static get [Symbol.species]() { return class { constructor() { return { length: 0 } } } } }
const r = new A(1, 2, 3).map((x) => x)
return typeof r === "object"
