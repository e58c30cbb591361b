// SPDX-License-Identifier: MIT
// expect: error TimeoutExceeded
// expect: error MemoryLimitExceeded
// limits: {"timeoutMs": 100}
const f = () => Promise.resolve().then(f)
await f()
