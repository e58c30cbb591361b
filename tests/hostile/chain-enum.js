// SPDX-License-Identifier: MIT
// expect: value 29999
// source: [["enum E{", 1], ["k{i},", 30000], ["}E.k29999", 1]]
