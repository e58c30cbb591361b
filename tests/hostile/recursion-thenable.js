// SPDX-License-Identifier: MIT
// expect: error TimeoutExceeded
// expect: error MemoryLimitExceeded
// limits: {"timeoutMs": 100}
const t = { then(r) { r(t) } }
await t
