// SPDX-License-Identifier: MIT
// expect: value 2
// source: [["let a=2;a", 1], [",a", 500000]]
