// SPDX-License-Identifier: MIT
// expect: value 70001
// source: [["const o={};", 1], ["o.k{i}={i};", 70001], ["Object.keys(o).length", 1]]
