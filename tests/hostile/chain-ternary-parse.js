// SPDX-License-Identifier: MIT
// expect: error ParseError
// source: [["a?", 100000]]
