// SPDX-License-Identifier: MIT
// expect: value 600000
// source: [["'", 1], ["\\u0041", 600000], ["'.length", 1]]
