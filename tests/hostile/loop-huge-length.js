// SPDX-License-Identifier: MIT
// expect: error TimeoutExceeded
// expect: value -1
// limits: {"timeoutMs": 100}
return Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1)
