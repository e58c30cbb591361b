// SPDX-License-Identifier: MIT
// expect: error TimeoutExceeded
// limits: {"timeoutMs": 100}
const it = { __proto__: Iterator.prototype, next: () => ({ done: false }) }
it.chunks(1).drop(2 ** 53 - 1).next()
