// SPDX-License-Identifier: MIT
// expect: error ExecutionFailure is not defined
// source: [["x", 3000000]]
