// SPDX-License-Identifier: MIT
// expect: value "RangeError"
try { Math.max.apply(null, { length: 2 ** 32 }) } catch (e) { return e.name }
