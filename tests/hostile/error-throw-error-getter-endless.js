// SPDX-License-Identifier: MIT
// expect: error TimeoutExceeded
// expect: error ExecutionFailure
// limits: {"timeoutMs": 100}
throw Object.defineProperty(new Error(), "message", { get() { for (;;); } })
