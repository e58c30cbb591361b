// SPDX-License-Identifier: MIT
// expect: value [99999, 0, 99999]
// limits: {"timeoutMs": 5000}
// Each disposer throws: a chain of 99,999 SuppressedErrors.
const s = new DisposableStack()
for (let i = 0; i < 100000; i++) s.defer(() => { throw i })
let e, n = 0
try { s.dispose() } catch (x) { e = x }
const first = e.error
while (e instanceof SuppressedError) { n++; e = e.suppressed }
return [n, first, e]
