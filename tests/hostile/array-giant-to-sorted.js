// SPDX-License-Identifier: MIT
// expect: error TimeoutExceeded
// expect: error MemoryLimitExceeded
// expect: error ExecutionFailure RangeError
// limits: {"timeoutMs": 300, "maxMemoryBytes": 16777216}
return new Array(2 ** 32 - 1).toSorted().length
