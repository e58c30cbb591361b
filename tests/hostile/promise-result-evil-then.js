// SPDX-License-Identifier: MIT
// expect: error TimeoutExceeded
// expect: error MemoryLimitExceeded
// expect: error ExecutionFailure
// expect: error InvalidDataValue
// limits: {"timeoutMs": 200}
const t = { then(r) { r({ then: t.then }) } }
return t
