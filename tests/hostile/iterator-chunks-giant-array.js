// SPDX-License-Identifier: MIT
// expect: error MemoryLimitExceeded
// expect: error TimeoutExceeded
// expect: error ExecutionFailure RangeError
// limits: {"timeoutMs": 1000, "maxMemoryBytes": 16777216}
return new Array(2 ** 32 - 1).values().chunks(2 ** 32 - 1).next().value.length
