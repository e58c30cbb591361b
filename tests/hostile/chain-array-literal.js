// SPDX-License-Identifier: MIT
// expect: value 200000
// source: [["[", 1], ["{i},", 200000], ["].length", 1]]
