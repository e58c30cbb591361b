// SPDX-License-Identifier: MIT
// expect: error MemoryLimitExceeded
// expect: error TimeoutExceeded
// expect: error ExecutionFailure RangeError
// limits: {"timeoutMs": 2000, "maxMemoryBytes": 33554432}
function* g() { for (;;) yield "text" }
g().join("-")
