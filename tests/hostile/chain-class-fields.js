// SPDX-License-Identifier: MIT
// expect: value 20000
// source: [["class A{", 1], ["f{i}={i};", 20001], ["}new A().f20000", 1]]
