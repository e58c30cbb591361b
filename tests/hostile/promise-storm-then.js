// SPDX-License-Identifier: MIT
// expect: error ExecutionFailure RangeError
// expect: error MemoryLimitExceeded
// limits: {"maxMemoryBytes": 67108864}
const p = Promise.resolve(1)
for (let i = 0; i < 1000000; i++) p.then(() => i)
await p
