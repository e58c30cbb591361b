// SPDX-License-Identifier: MIT
// expect: value 100000
// source: [["((...a)=>a.length)(", 1], ["{i},", 100000], [")", 1]]
