// SPDX-License-Identifier: MIT
// expect: error TimeoutExceeded
// limits: {"timeoutMs": 100}
const it = { next: () => ({ value: 1, done: false }), return() { for (;;); } }
Iterator.zip([it, []]).next()
