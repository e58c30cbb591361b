// SPDX-License-Identifier: MIT
// expect: error ParseError nest
// expect: value 1
// source: [["1?", 100000], ["1", 1], [":2", 100000]]
