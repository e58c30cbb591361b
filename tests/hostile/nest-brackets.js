// SPDX-License-Identifier: MIT
// expect: error ParseError nest
// source: [["[", 100000], ["1", 1], ["]", 100000]]
