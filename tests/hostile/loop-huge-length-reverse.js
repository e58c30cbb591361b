// SPDX-License-Identifier: MIT
// expect: error TimeoutExceeded
// limits: {"timeoutMs": 100}
Array.prototype.reverse.call({ length: 2 ** 53 - 1 })
