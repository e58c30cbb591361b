// SPDX-License-Identifier: MIT
// expect: value [2147483648, 2147483648, null, 1, -2147483648, 0]
const m = -2147483648
return [-m, m / -1, 5 % 0, m % -1 === 0 ? 1 : 0, ~2147483647, m % 1 + 0]
