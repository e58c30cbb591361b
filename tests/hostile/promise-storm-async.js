// SPDX-License-Identifier: MIT
// expect: error ExecutionFailure RangeError
// expect: error MemoryLimitExceeded
// limits: {"maxMemoryBytes": 67108864}
const f = async () => { await 0; await 0 }
for (let i = 0; i < 1000000; i++) f()
await 0
