// SPDX-License-Identifier: MIT
// expect: error ParseError
// source: [["`", 1], ["x", 4000000]]
