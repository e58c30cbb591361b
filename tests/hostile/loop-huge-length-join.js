// SPDX-License-Identifier: MIT
// expect: error TimeoutExceeded
// expect: error ExecutionFailure Invalid string length
// expect: error MemoryLimitExceeded
// limits: {"timeoutMs": 100}
return Array.prototype.join.call({ length: 2 ** 53 - 1 }, "")
