// SPDX-License-Identifier: MIT
// expect: error TimeoutExceeded
// expect: error MemoryLimitExceeded
// expect: error ExecutionFailure
// limits: {"timeoutMs": 300, "maxMemoryBytes": 16777216}
return JSON.stringify(new Array(2 ** 32 - 1)).length
