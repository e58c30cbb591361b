// SPDX-License-Identifier: MIT
// expect: error TimeoutExceeded
// limits: {"timeoutMs": 100}
function* g() { for (;;) yield [] }
g().flatMap((x) => x).next()
