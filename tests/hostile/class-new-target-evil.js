// SPDX-License-Identifier: MIT
// expect: value [true, null, true]
function F() { return { t: new.target } }
class A extends F { }
return [new A().t === A, F().t ?? null, new F().t === F]
