// SPDX-License-Identifier: MIT
// expect: error MemoryLimitExceeded
// expect: error ParseError
// limits: {"maxMemoryBytes": 1048576}
// source: [["let v{i}={i};", 60000]]
