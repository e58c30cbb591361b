// SPDX-License-Identifier: MIT
// expect: value 100000
// limits: {"timeoutMs": 5000}
const s = new AsyncDisposableStack()
let n = 0
for (let i = 0; i < 100000; i++) { s.use(null); n++ }
await s.disposeAsync()
{ await using t = new AsyncDisposableStack(); for (let i = 0; i < 100000; i++) t.use(undefined) }
return n
