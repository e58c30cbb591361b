// SPDX-License-Identifier: MIT
// expect: error MemoryLimitExceeded
// limits: {"maxMemoryBytes": 8388608}
const kept = []
const it = { next: () => ({ value: 1, done: false }), return() { for (;;) kept.push([kept]) } }
Iterator.zip([it, []]).next()
