// SPDX-License-Identifier: MIT
// expect: error MemoryLimitExceeded
// expect: error ExecutionFailure Uncaught: xxxx
// limits: {"maxMemoryBytes": 16777216}
throw "x".repeat(7000000)
