// SPDX-License-Identifier: MIT
// expect: value 299
// source: [["function f(", 1], ["p{i},", 300], ["q){return p299}f(", 1], ["{i},", 300], ["0)", 1]]
