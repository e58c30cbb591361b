// SPDX-License-Identifier: MIT
// expect: value "s70000"
// source: [["let a=0;", 1], ["a='s{i}';", 70001], ["a", 1]]
