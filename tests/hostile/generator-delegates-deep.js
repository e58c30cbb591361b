// SPDX-License-Identifier: MIT
// expect: value 1
// expect: error ExecutionFailure RangeError
function* g(n) { if (n > 0) yield* g(n - 1); else yield 1 }
return [...g(5000)].length
