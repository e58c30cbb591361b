// SPDX-License-Identifier: MIT
// expect: error ParseError
// source: [["let a:", 1], ["A<", 100000], ["B", 1], [">", 100000]]
