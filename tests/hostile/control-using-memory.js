// SPDX-License-Identifier: MIT
// expect: error MemoryLimitExceeded
// limits: {"maxMemoryBytes": 2097152}
const s = new DisposableStack()
using t = s
for (;;) s.adopt("x".repeat(10), () => {})
