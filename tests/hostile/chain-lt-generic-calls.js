// SPDX-License-Identifier: MIT
// expect: error ParseError
// expect: error ExecutionFailure
// expect: value false
// source: [["let f=1;f", 1], ["<f<f", 50000], [">(1)", 1]]
