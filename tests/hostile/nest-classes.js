// SPDX-License-Identifier: MIT
// expect: error ParseError nest
// source: [["class A{m(){", 50000], ["}}", 50000]]
