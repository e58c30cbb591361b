// SPDX-License-Identifier: MIT
// expect: error MemoryLimitExceeded The execution exceeded its memory limit of 4194304 bytes
// limits: {"maxMemoryBytes": 4194304}
let n = 0
const p = new Proxy({}, { set: (t, k, v) => { t["k" + n++] = v; return true } })
for (;;) p.x = n
