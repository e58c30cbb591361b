// SPDX-License-Identifier: MIT
// expect: value 49999
// source: [["function f{i}(){return {i}}", 50000], ["f49999()", 1]]
