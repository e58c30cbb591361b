// SPDX-License-Identifier: MIT
// expect: error MemoryLimitExceeded The execution exceeded its memory limit of 8388608 bytes
// limits: {"maxMemoryBytes": 8388608}
function* g() { yield 1 }
const all = []
for (;;) { const x = g(); x.next(); all.push(x) }
