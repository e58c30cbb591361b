// SPDX-License-Identifier: MIT
// expect: error TimeoutExceeded
// limits: {"timeoutMs": 300}
let f = () => 1
for (let i = 0; i < 300000; i++) f = f.bind(null)
for (;;) f()
