// SPDX-License-Identifier: MIT
// expect: value [100000, 0, 99999, true]
// limits: {"timeoutMs": 5000}
const seen = []
const s = new DisposableStack()
for (let i = 0; i < 100000; i++) s.defer(() => seen.push(i))
s.dispose()
return [seen.length, seen[99999], seen[0], s.disposed]
