// SPDX-License-Identifier: MIT
// expect: value [null, 3, false]
const a = [, , 3]
return [a[0] ?? null, a.length, 0 in a]
