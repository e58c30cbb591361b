// SPDX-License-Identifier: MIT
// expect: error ParseError
// source: [["a{i}:", 100000], [";", 1]]
