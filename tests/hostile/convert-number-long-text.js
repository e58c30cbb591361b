// SPDX-License-Identifier: MIT
// expect: value [1, 0, true]
return [Number("1" + "0".repeat(0)), Number("0".repeat(1000000)), Number("9".repeat(1000000)) === Infinity]
