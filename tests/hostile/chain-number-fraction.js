// SPDX-License-Identifier: MIT
// expect: value 0.1111111111111111
// source: [["0.", 1], ["1", 4000000]]
