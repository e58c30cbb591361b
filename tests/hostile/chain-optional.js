// SPDX-License-Identifier: MIT
// expect: value null
// source: [["let a=null;a", 1], ["?.a", 100000]]
