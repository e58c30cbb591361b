// SPDX-License-Identifier: MIT
// expect: error ParseError too complex
// source: [["{", 1], ["using a{i}=null;", 70000], ["}", 1]]
