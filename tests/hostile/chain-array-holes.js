// SPDX-License-Identifier: MIT
// expect: value 2000000
// source: [["[", 1], [",", 2000000], ["].length", 1]]
