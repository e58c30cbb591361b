// SPDX-License-Identifier: MIT
// expect: error ExecutionFailure RangeError
// expect: error MemoryLimitExceeded
// limits: {"maxMemoryBytes": 33554432}
const o = { toJSON() { return [{ toJSON: o.toJSON }] } }
return JSON.stringify(o)
