// SPDX-License-Identifier: MIT
// expect: value 100000
// source: [["new Array(", 1], ["{i},", 100000], [").length", 1]]
