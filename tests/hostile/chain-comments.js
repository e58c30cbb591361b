// SPDX-License-Identifier: MIT
// expect: value null
// source: [["/**/", 1000000]]
