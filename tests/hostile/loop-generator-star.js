// SPDX-License-Identifier: MIT
// expect: error TimeoutExceeded
// limits: {"timeoutMs": 100}
function* g() { for (;;) yield* [1, 2, 3] }
for (const x of g());
