// SPDX-License-Identifier: MIT
// expect: error ExecutionFailure too many pending promises
// limits: {"timeoutMs": 5000}
// Each disposer leaves a new stack with itself behind.
const again = async () => { await 0; const s = new AsyncDisposableStack(); s.defer(again); return s.disposeAsync() }
await again()
