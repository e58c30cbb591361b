// SPDX-License-Identifier: MIT
// expect: error TimeoutExceeded
// limits: {"timeoutMs": 100}
Array.prototype.unshift.call({ length: 2 ** 53 - 2 }, 1)
