// SPDX-License-Identifier: MIT
// expect: value [0, 3]
const a = []
a[4294967295] = 1; a[-1] = 2; a[1.5] = 3
return [a.length, Object.keys(a).length]
