// SPDX-License-Identifier: MIT
// expect: error ParseError nest
// source: [["a=>", 100000], ["1", 1]]
