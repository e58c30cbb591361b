// SPDX-License-Identifier: MIT
// expect: error TimeoutExceeded
// expect: error MemoryLimitExceeded
// limits: {"timeoutMs": 100, "maxMemoryBytes": 16777216}
const m = new Map([[0, 0]]); for (const [k] of m) m.set(k + 1, k)
