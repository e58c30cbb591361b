// SPDX-License-Identifier: MIT
// expect: error ParseError nest
// source: [["x=", 1], ["{a:", 100000], ["1", 1], ["}", 100000]]
