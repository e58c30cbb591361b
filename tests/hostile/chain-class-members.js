// SPDX-License-Identifier: MIT
// expect: value 20000
// source: [["class A{", 1], ["m{i}(){return {i}}", 20001], ["}new A().m20000()", 1]]
