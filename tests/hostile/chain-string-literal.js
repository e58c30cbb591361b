// SPDX-License-Identifier: MIT
// expect: value 4000000
// source: [["'", 1], ["x", 4000000], ["'.length", 1]]
