// SPDX-License-Identifier: MIT
// expect: error TimeoutExceeded
// limits: {"timeoutMs": 100}
function* g() { for (;;) yield 1 }
for (const w of g().windows(2)) w.length = 0
