// SPDX-License-Identifier: MIT
// expect: value true
// expect: value "RangeError"
try { return new Intl.NumberFormat(new Array(100000).fill("en-US")).format(1) === "1" } catch (e) { return e.name }
