// SPDX-License-Identifier: MIT
// expect: error TimeoutExceeded
// expect: value 4294967294
// limits: {"timeoutMs": 100}
const a = new Array(2 ** 32 - 1)
a.shift()
return a.length
