// SPDX-License-Identifier: MIT
// expect: value 1
// source: [["(", 990], ["1", 1], [")", 990]]
