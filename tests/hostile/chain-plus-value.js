// SPDX-License-Identifier: MIT
// expect: value 300001
// source: [["let a=1;a", 1], ["+a", 300000]]
