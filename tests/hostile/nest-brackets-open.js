// SPDX-License-Identifier: MIT
// expect: error ParseError
// source: [["[", 4194304]]
