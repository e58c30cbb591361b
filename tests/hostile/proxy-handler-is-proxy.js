// SPDX-License-Identifier: MIT
// expect: error TimeoutExceeded The execution exceeded its timeout of 100 ms
// limits: {"timeoutMs": 100}
const h = new Proxy({}, { get: () => { for (;;) {} } })
const p = new Proxy({}, h)
p.x
