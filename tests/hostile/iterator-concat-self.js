// SPDX-License-Identifier: MIT
// expect: error ExecutionFailure The iterator is already running
let h
const o = { [Symbol.iterator]: () => h }
h = Iterator.concat([1], o)
return [...h]
