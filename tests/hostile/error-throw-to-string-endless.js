// SPDX-License-Identifier: MIT
// expect: error TimeoutExceeded
// expect: error ExecutionFailure
// limits: {"timeoutMs": 100}
class E extends Error { toString() { for (;;); } get name() { for (;;); } }
throw new E("x")
