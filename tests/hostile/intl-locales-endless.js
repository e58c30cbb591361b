// SPDX-License-Identifier: MIT
// expect: error TimeoutExceeded The execution exceeded its timeout of 100 ms
// expect: error ExecutionFailure
// limits: {"timeoutMs": 100}
new Intl.NumberFormat({ length: 2 ** 53 - 1 })
