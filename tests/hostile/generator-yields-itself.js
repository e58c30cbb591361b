// SPDX-License-Identifier: MIT
// expect: error TimeoutExceeded The execution exceeded its timeout of 100 ms
// limits: {"timeoutMs": 100}
function* g() { for (;;) yield* [1] }
for (const x of g()) {}
