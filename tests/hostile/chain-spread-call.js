// SPDX-License-Identifier: MIT
// expect: value 50000
// source: [["let a=[1];((...x)=>x.length)(", 1], ["...a,", 50000], [")", 1]]
