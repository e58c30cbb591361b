// SPDX-License-Identifier: MIT
// expect: error ExecutionFailure RangeError
// expect: error TimeoutExceeded
// expect: error MemoryLimitExceeded
// limits: {"timeoutMs": 300, "maxMemoryBytes": 16777216}
new Array(2 ** 32 - 1).fill(0)
