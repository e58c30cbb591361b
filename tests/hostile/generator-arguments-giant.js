// SPDX-License-Identifier: MIT
// expect: value 100000
// expect: error TimeoutExceeded The execution exceeded its timeout of 100 ms
// limits: {"timeoutMs": 100}
function* g(...a) { yield* a }
let n = 0
for (const x of g(...new Array(100000).fill(1))) n += x
return n
