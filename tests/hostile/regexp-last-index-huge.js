// SPDX-License-Identifier: MIT
// expect: value [false,0]
const r = /x/g
r.lastIndex = 2 ** 53
return [r.test("x"), r.lastIndex]
