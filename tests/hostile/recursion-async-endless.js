// SPDX-License-Identifier: MIT
// expect: error ExecutionFailure RangeError
// expect: error MemoryLimitExceeded
// limits: {"timeoutMs": 4000}
async function f() { await 0; return await f() }
await f()
