// SPDX-License-Identifier: MIT
// expect: error MemoryLimitExceeded
// expect: error ExecutionFailure RangeError
// limits: {"timeoutMs": 4000, "maxMemoryBytes": 4194304}
function* g() { for (;;) yield Promise.resolve(1) }
return await Promise.all(g())
