// SPDX-License-Identifier: MIT
// expect: error ParseError nest
// source: [["if(1)", 100000], [";", 1]]
