// SPDX-License-Identifier: MIT
// expect: error ExecutionFailure too many pending promises
// expect: error TimeoutExceeded
// expect: error MemoryLimitExceeded
// limits: {"timeoutMs": 100}
const f = () => Promise.resolve().then(f)
await f()
