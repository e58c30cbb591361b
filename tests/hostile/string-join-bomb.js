// SPDX-License-Identifier: MIT
// expect: error MemoryLimitExceeded
// expect: error ExecutionFailure Invalid string length
// limits: {"maxMemoryBytes": 16777216}
return new Array(1e9).join("abc").length
