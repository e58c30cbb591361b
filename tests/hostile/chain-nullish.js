// SPDX-License-Identifier: MIT
// expect: value 3
// source: [["let a=null;a", 1], ["??a", 200000], ["??3", 1]]
