// SPDX-License-Identifier: MIT
// expect: error TimeoutExceeded
// limits: {"timeoutMs": 100}
Array.prototype.lastIndexOf.call({ length: 2 ** 53 - 1 }, 1)
