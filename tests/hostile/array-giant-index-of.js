// SPDX-License-Identifier: MIT
// expect: error TimeoutExceeded
// expect: value -1
// limits: {"timeoutMs": 100}
return new Array(2 ** 32 - 1).indexOf(1)
