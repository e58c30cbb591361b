// SPDX-License-Identifier: MIT
// expect: error MemoryLimitExceeded
// limits: {"maxMemoryBytes": 2097152}
const a = []
const o = { get x() { for (;;) a.push({}) } }
try { o.x } catch { return 1 }
