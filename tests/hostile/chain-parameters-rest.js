// SPDX-License-Identifier: MIT
// expect: value [298, 1]
// source: [["function f(", 1], ["p{i},", 299], ["...q){return [p298,q.length]}f(", 1], ["{i},", 299], ["0)", 1]]
