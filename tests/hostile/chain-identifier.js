// SPDX-License-Identifier: MIT
// expect: value 1
// source: [["let ", 1], ["x", 2000000], ["=1;", 1], ["x", 2000000]]
