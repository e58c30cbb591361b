// SPDX-License-Identifier: MIT
// expect: error MemoryLimitExceeded The execution exceeded its memory limit of 4194304 bytes
// limits: {"maxMemoryBytes": 4194304}
const q = new Array(1000).fill(0)
for (;;) { q.push(1, 2); q.shift() }
