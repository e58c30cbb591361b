// SPDX-License-Identifier: MIT
// expect: error MemoryLimitExceeded
// limits: {"maxMemoryBytes": 2097152}
const a = []
try { for (;;) a.push({}) } catch (e) { return 1 } finally { return 2 }
