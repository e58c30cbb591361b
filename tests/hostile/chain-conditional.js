// SPDX-License-Identifier: MIT
// expect: value 9
// source: [["let a=-1;a===0?0", 1], [":a==={i}?1", 50000], [":9", 1]]
