// SPDX-License-Identifier: MIT
// expect: error TimeoutExceeded
// limits: {"timeoutMs": 100}
for (;;) { try { while (true); } catch { } finally { continue } }
