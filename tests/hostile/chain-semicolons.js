// SPDX-License-Identifier: MIT
// expect: value null
// source: [[";", 4194304]]
