// SPDX-License-Identifier: MIT
// expect: value [3, true, 1, "m", true]
class A extends Array {} class E extends Error {} class M extends Map {} class P extends Promise {}
const a = new A(); a[2] = 1
return [a.length, a instanceof A, new M([[1, 1]]).size, new E("m").message, P.resolve(1) instanceof P]
