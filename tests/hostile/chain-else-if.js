// SPDX-License-Identifier: MIT
// expect: value 7
// source: [["let a=-1;if(a===0);", 1], ["else if(a==={i});", 100000], ["else a=7;a", 1]]
