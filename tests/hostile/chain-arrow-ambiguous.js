// SPDX-License-Identifier: MIT
// expect: error ParseError
// source: [["(a=(b=", 400], ["1", 1], ["))", 399], [")=>1)", 1]]
