// SPDX-License-Identifier: MIT
// expect: value 200000
// expect: error TimeoutExceeded
// limits: {"timeoutMs": 5000}
const m = new Map()
for (let i = 0; i < 200000; i++) m.set(i * 65536, i)
return m.size
