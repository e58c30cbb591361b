// SPDX-License-Identifier: MIT
// expect: value null
// source: [["1", 4000000]]
