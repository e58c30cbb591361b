// SPDX-License-Identifier: MIT
// expect: error MemoryLimitExceeded
// expect: error TimeoutExceeded
// limits: {"timeoutMs": 100, "maxMemoryBytes": 2097152}
const s = new Set([1]); s.forEach((x) => { s.delete(x); s.add(x) })
