// SPDX-License-Identifier: MIT
// expect: error ExecutionFailure RangeError
// expect: error MemoryLimitExceeded
// limits: {"maxMemoryBytes": 33554432}
return JSON.stringify({}, (k, v) => ({ a: v }))
