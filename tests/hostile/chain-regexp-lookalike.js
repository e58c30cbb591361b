// SPDX-License-Identifier: MIT
// expect: error ParseError
// expect: error ExecutionFailure
// expect: value true
// source: [["let a=1;a", 1], ["/a", 100000], [">0||true", 1]]
