// SPDX-License-Identifier: MIT
// expect: value 50000
// source: [["let n=0;", 1], ["try{throw 1}catch{n++}", 50000], ["n", 1]]
