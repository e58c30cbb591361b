// SPDX-License-Identifier: MIT
// expect: value 4
return [-1, 101, NaN, Infinity].filter((n) => { try { new Intl.NumberFormat("en", { maximumFractionDigits: n }); return false } catch (e) { return e instanceof RangeError } }).length
