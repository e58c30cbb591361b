// SPDX-License-Identifier: MIT
// expect: error TimeoutExceeded
// limits: {"timeoutMs": 100}
for (;;) { try { throw 1 } catch (e) { e } }
