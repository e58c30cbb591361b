// SPDX-License-Identifier: MIT
// expect: error MemoryLimitExceeded
// limits: {"maxMemoryBytes": 1048576}
// source: [["'", 1], ["x", 3000000], ["'.length", 1]]
