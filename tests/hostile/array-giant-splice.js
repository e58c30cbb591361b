// SPDX-License-Identifier: MIT
// expect: error TimeoutExceeded
// expect: error ExecutionFailure
// expect: value 4294967294
// limits: {"timeoutMs": 100}
const a = new Array(2 ** 32 - 1)
a.splice(1, 1)
return a.length
