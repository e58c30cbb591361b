// SPDX-License-Identifier: MIT
// expect: error ExecutionFailure RangeError
// expect: error TimeoutExceeded
// expect: error MemoryLimitExceeded
// limits: {"timeoutMs": 1000, "maxMemoryBytes": 16777216}
return [...new Array(2 ** 32 - 1)].length
