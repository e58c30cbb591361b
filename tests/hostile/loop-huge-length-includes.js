// SPDX-License-Identifier: MIT
// expect: value true
// expect: error TimeoutExceeded
// limits: {"timeoutMs": 100}
return Array.prototype.includes.call({ length: 2 ** 53 - 1 }, undefined)
