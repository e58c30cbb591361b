// SPDX-License-Identifier: MIT
// expect: error TimeoutExceeded
// limits: {"timeoutMs": 100}
for (let i = 0;; i++) { if (i > 1e15) break }
