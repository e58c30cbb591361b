// SPDX-License-Identifier: MIT
// expect: value 9999
// source: [["let [", 1], ["v{i},", 10000], ["]=Array.from({length:10000},(_,i)=>i);v9999", 1]]
