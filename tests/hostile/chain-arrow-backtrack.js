// SPDX-License-Identifier: MIT
// expect: error ParseError
// expect: error ExecutionFailure a is not defined
// source: [["(", 900], ["a", 1], [",b)", 900]]
