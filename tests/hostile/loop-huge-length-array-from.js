// SPDX-License-Identifier: MIT
// expect: error TimeoutExceeded
// expect: error ExecutionFailure RangeError
// expect: error MemoryLimitExceeded
// limits: {"timeoutMs": 100}
return Array.from({ length: 2 ** 53 - 1 }).length
