// SPDX-License-Identifier: MIT
// expect: error ExecutionFailure
// expect: error TimeoutExceeded
// limits: {"timeoutMs": 100}
return [].concat(new Array(2 ** 32 - 1), [1]).length
