// SPDX-License-Identifier: MIT
// expect: value [1, null, 5]
const f = (a, b = 5, ...[c = null]) => [a, c, b]
return f(1)
