// SPDX-License-Identifier: MIT
// expect: error ParseError nest
// source: [["let a;", 1], ["a=", 100000], ["1", 1]]
