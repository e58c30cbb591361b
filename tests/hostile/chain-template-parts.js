// SPDX-License-Identifier: MIT
// expect: value 20000
// source: [["let a='x';`", 1], ["${a}", 20000], ["`.length", 1]]
