// SPDX-License-Identifier: MIT
// expect: error MemoryLimitExceeded
// expect: error TimeoutExceeded
// limits: {"timeoutMs": 2000, "maxMemoryBytes": 16777216}
function* g() { for (;;) yield [] }
Iterator.zip(g())
