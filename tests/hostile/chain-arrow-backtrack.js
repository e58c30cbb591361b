// SPDX-License-Identifier: MIT
// expect: error ParseError
// expect: value null
// source: [["(", 900], ["a", 1], [",b)", 900]]
