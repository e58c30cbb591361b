// SPDX-License-Identifier: MIT
// expect: value 100000
// source: [["Object.keys({", 1], ["{i}:{i},", 100000], ["}).length", 1]]
