// SPDX-License-Identifier: MIT
// expect: value [1, 1, -2147483648, 1, 0]
return [1 << 32, 1 << -32, 1 << 31, -1 >>> 31, 1 >> 31]
