// SPDX-License-Identifier: MIT
// expect: error ParseError too complex
// source: [["{using a=null;", 900], ["}", 900]]
