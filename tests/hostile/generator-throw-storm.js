// SPDX-License-Identifier: MIT
// expect: error TimeoutExceeded The execution exceeded its timeout of 100 ms
// limits: {"timeoutMs": 100}
function* g() { for (;;) try { yield 1 } catch {} }
const it = g()
it.next()
for (;;) it.throw(new Error("x"))
