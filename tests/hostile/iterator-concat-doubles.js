// SPDX-License-Identifier: MIT
// expect: error TimeoutExceeded
// limits: {"timeoutMs": 200}
let o = [1]
for (let i = 0; i < 100; i++) { const p = o; o = { [Symbol.iterator]: () => Iterator.concat(p, p) } }
let n = 0
for (const x of o) n++
return n
