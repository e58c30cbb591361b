// SPDX-License-Identifier: MIT
// expect: error TimeoutExceeded
// expect: error MemoryLimitExceeded
// limits: {"timeoutMs": 100, "maxMemoryBytes": 16777216}
const a = [1]; for (const x of a) a.push(x)
