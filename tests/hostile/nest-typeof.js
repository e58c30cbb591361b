// SPDX-License-Identifier: MIT
// expect: error ParseError nest
// source: [["typeof ", 100000], ["1", 1]]
