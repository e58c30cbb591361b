// SPDX-License-Identifier: MIT
// expect: error TimeoutExceeded
// expect: error ExecutionFailure RangeError
// expect: error MemoryLimitExceeded
// limits: {"timeoutMs": 100}
Array.prototype.sort.call({ length: 2 ** 53 - 1 })
