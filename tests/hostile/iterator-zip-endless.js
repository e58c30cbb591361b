// SPDX-License-Identifier: MIT
// expect: error TimeoutExceeded
// limits: {"timeoutMs": 100}
function* g() { for (;;) yield 1 }
for (const [a, b] of Iterator.zip([g(), g()], { mode: "longest" })) a + b
