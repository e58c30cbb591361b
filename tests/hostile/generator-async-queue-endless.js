// SPDX-License-Identifier: MIT
// expect: error ExecutionFailure
// expect: error MemoryLimitExceeded
// limits: {"maxMemoryBytes": 33554432}
async function* g() { await new Promise(() => {}) }
const it = g()
for (;;) it.next()
