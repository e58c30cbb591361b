// SPDX-License-Identifier: MIT
// expect: error TimeoutExceeded
// limits: {"timeoutMs": 100}
function* g() { for (;;) yield 1 }
g().includes(1, 2 ** 53 - 1)
