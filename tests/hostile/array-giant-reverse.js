// SPDX-License-Identifier: MIT
// expect: error TimeoutExceeded
// expect: value 4294967295
// limits: {"timeoutMs": 100}
return new Array(2 ** 32 - 1).reverse().length
