// SPDX-License-Identifier: MIT
// expect: value 300001
// source: [["let a='x';(a", 1], ["+a", 300000], [").length", 1]]
