// SPDX-License-Identifier: MIT
// expect: value 599
// source: [["function f(", 1], ["p{i},", 600], ["q){return ()=>p599++}f(", 1], ["{i},", 600], ["0)()", 1]]
