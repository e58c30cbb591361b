// SPDX-License-Identifier: MIT
// expect: value 0
// expect: error ParseError
// source: [["let n=0;function f(i){", 1], ["try{if(i)return;", 100], ["n++;", 1], ["}finally{try{if(i)return}finally{}}", 100], ["}0", 1]]
