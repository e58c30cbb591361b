// SPDX-License-Identifier: MIT
// expect: error MemoryLimitExceeded
// limits: {"maxMemoryBytes": 4194304}
const a = [3, 2, 1]
a.sort(() => { for (;;) a.push({}) })
