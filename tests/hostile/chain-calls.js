// SPDX-License-Identifier: MIT
// expect: value true
// source: [["const f=()=>f;f", 1], ["()", 100000], ["===f", 1]]
