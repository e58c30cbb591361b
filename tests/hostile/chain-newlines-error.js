// SPDX-License-Identifier: MIT
// expect: error ParseError
// source: [["\n", 4000000], ["#", 1]]
