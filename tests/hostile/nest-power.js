// SPDX-License-Identifier: MIT
// expect: error ParseError nest
// source: [["1**", 100000], ["1", 1]]
