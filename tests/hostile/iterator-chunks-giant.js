// SPDX-License-Identifier: MIT
// expect: error MemoryLimitExceeded
// expect: error TimeoutExceeded
// limits: {"timeoutMs": 1000, "maxMemoryBytes": 16777216}
function* g() { for (;;) yield 1 }
g().chunks(2 ** 32 - 1).next()
