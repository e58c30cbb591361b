// SPDX-License-Identifier: MIT
// expect: value 5
// source: [["let f=", 1], ["()=>(", 400], ["5", 1], [")", 400], [";while(typeof f==='function')f=f();f", 1]]
