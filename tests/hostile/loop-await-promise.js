// SPDX-License-Identifier: MIT
// expect: error TimeoutExceeded
// limits: {"timeoutMs": 100}
for (;;) await Promise.resolve().then(() => 1)
