// SPDX-License-Identifier: MIT
// expect: value 1
// source: [["let n=0,a=1;while(n<1){if(a===2){", 1], ["a=a+n*3-1;", 300000], ["}n++}n", 1]]
