// SPDX-License-Identifier: MIT
// expect: error TimeoutExceeded
// expect: value 1
// limits: {"timeoutMs": 100}
Array.prototype.forEach.call({ length: 2 ** 53 - 1 }, () => 0)
return 1
