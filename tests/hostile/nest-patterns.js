// SPDX-License-Identifier: MIT
// expect: error ParseError nest
// source: [["let ", 1], ["[", 100000], ["a", 1], ["]", 100000], ["=[]", 1]]
