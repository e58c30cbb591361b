// SPDX-License-Identifier: MIT
// expect: error ExecutionFailure thrown by a disposer while there was another error: e
// limits: {"timeoutMs": 5000}
const s = new DisposableStack()
for (let i = 0; i < 50000; i++) s.defer(() => { throw new Error("e" + i) })
using t = s
