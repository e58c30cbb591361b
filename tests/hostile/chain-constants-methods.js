// SPDX-License-Identifier: MIT
// expect: value 80000
// source: [["const o={};let n=0;", 1], ["o.k{i}=()=>n++;o.k{i}();", 80000], ["n", 1]]
