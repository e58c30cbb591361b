// SPDX-License-Identifier: MIT
// expect: value 990
// source: [["let n=0,a=", 1], ["[", 990], ["]", 990], [";while(a){n++;a=a[0]}n", 1]]
