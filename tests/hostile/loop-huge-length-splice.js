// SPDX-License-Identifier: MIT
// expect: error TimeoutExceeded
// limits: {"timeoutMs": 100}
Array.prototype.splice.call({ length: 2 ** 53 - 2 }, 0, 0, 1)
