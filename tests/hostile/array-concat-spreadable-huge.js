// SPDX-License-Identifier: MIT
// expect: error ExecutionFailure
// expect: error TimeoutExceeded
// limits: {"timeoutMs": 100}
const o = { [Symbol.isConcatSpreadable]: true, length: 2 ** 53 - 1 }
return [1].concat(o).length
