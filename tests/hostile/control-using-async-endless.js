// SPDX-License-Identifier: MIT
// expect: error TimeoutExceeded
// limits: {"timeoutMs": 100}
await using a = { async [Symbol.asyncDispose]() { for (;;) await 0 } }
