// SPDX-License-Identifier: MIT
// expect: error MemoryLimitExceeded
// limits: {"maxMemoryBytes": 2097152}
const o = {}
for (let i = 0;; i++) o["key" + i] = i
