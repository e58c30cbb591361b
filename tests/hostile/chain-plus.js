// SPDX-License-Identifier: MIT
// expect: value 4096000
// source: [["let a=1;a", 1], ["+a", 2000000], [";4096000", 1]]
