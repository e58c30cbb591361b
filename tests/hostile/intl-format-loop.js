// SPDX-License-Identifier: MIT
// expect: error TimeoutExceeded The execution exceeded its timeout of 100 ms
// limits: {"timeoutMs": 100}
const f = new Intl.NumberFormat("en-US")
for (let i = 0; ; i++) f.format(i)
