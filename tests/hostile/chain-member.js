// SPDX-License-Identifier: MIT
// expect: value "TypeError"
// source: [["let a={};try{a", 1], [".a", 100000], ["}catch(e){return e.name}", 1]]
