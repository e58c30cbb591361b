// SPDX-License-Identifier: MIT
// expect: error ExecutionFailure RangeError
// expect: value 1
let a = [1]
for (let i = 0; i < 200000; i++) a = [a]
return a.flat(Infinity).length
