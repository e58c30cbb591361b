// SPDX-License-Identifier: MIT
// expect: error MemoryLimitExceeded The execution exceeded its memory limit of 4194304 bytes
// limits: {"maxMemoryBytes": 4194304}
const all = []
for (;;) all.push(new Date(all.length))
