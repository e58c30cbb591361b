// SPDX-License-Identifier: MIT
// expect: value [4294967295, null, 0]
const a = new Array(2 ** 32 - 1)
return [a.length, a[5], Object.keys(a).length]
