// SPDX-License-Identifier: MIT
// expect: error ParseError nest
// source: [["new ", 100000], ["a", 1]]
