// SPDX-License-Identifier: MIT
// expect: error MemoryLimitExceeded
// limits: {"timeoutMs": 4000, "maxMemoryBytes": 4194304}
function* g() { for (let i = 0;; i++) yield ["k" + i, i] }
return Object.fromEntries(g())
