// SPDX-License-Identifier: MIT
// expect: value [100000, 0, 33334]
// limits: {"timeoutMs": 10000}
const s = new AsyncDisposableStack()
const seen = []
for (let i = 0; i < 100000; i++) s.defer(i % 3 ? () => seen.push(i) : async () => { await 0; seen.push(i); throw i })
let e, n = 0
try { await s.disposeAsync() } catch (x) { e = x }
while (e instanceof SuppressedError) { n++; e = e.suppressed }
return [seen.length, seen[99999], n + 1]
