// SPDX-License-Identifier: MIT
// expect: error ParseError
// expect: value true
// source: [["let a=1;a", 1], ["<a", 100000]]
