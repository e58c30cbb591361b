// SPDX-License-Identifier: MIT
// expect: error MemoryLimitExceeded
// limits: {"timeoutMs": 4000, "maxMemoryBytes": 4194304}
function* g() { for (;;) yield 1 }
const [a, ...b] = g()
