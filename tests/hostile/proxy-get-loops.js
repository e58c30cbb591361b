// SPDX-License-Identifier: MIT
// expect: error TimeoutExceeded The execution exceeded its timeout of 100 ms
// limits: {"timeoutMs": 100}
const p = new Proxy({}, { get: () => { for (;;) {} } })
p.x
