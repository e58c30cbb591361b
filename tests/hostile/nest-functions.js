// SPDX-License-Identifier: MIT
// expect: error ParseError nest
// source: [["function f(){", 100000], ["}", 100000]]
