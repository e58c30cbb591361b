// SPDX-License-Identifier: MIT
// expect: value 70000.5
// source: [["let a=0;", 1], ["a={i}.5;", 70001], ["a", 1]]
