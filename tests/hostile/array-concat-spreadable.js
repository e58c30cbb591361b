// SPDX-License-Identifier: MIT
// expect: value [1, 2, null, 4]
const o = { [Symbol.isConcatSpreadable]: true, length: 3, 0: 2, 2: 4 }
return Array.from([1].concat(o), (x) => x ?? null)
