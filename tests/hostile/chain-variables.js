// SPDX-License-Identifier: MIT
// expect: error ParseError too complex
// expect: value 99999
// source: [["let v{i}={i};", 100000], ["v99999", 1]]
