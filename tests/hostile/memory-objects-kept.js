// SPDX-License-Identifier: MIT
// expect: error MemoryLimitExceeded
// limits: {"maxMemoryBytes": 2097152}
let o = null
for (;;) o = { o, a: [1, 2, 3], s: "x" + Math.random() }
