// SPDX-License-Identifier: MIT
// expect: value 30000
// source: [["Object.keys({", 1], ["m{i}(){},", 30000], ["}).length", 1]]
