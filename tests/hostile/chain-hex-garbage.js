// SPDX-License-Identifier: MIT
// expect: error ParseError
// source: [["\u0000\u0001", 100000]]
