// SPDX-License-Identifier: MIT
// expect: error TimeoutExceeded
// limits: {"timeoutMs": 100}
a: while (true) { b: do { if (1) continue a; break b } while (true) }
