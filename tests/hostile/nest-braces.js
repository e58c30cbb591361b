// SPDX-License-Identifier: MIT
// expect: error ParseError nest
// source: [["{", 100000], ["}", 100000]]
