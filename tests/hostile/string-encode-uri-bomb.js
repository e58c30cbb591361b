// SPDX-License-Identifier: MIT
// expect: error MemoryLimitExceeded
// expect: error TimeoutExceeded
// limits: {"timeoutMs": 300, "maxMemoryBytes": 33554432}
let s = "%"
for (;;) s = encodeURIComponent(s + s)
