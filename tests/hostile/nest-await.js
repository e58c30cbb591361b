// SPDX-License-Identifier: MIT
// expect: error ParseError nest
// source: [["await ", 100000], ["1", 1]]
