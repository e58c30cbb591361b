// SPDX-License-Identifier: MIT
// expect: value "RangeError"
const again = () => { const s = new AsyncDisposableStack(); s.defer(again); return s.disposeAsync() }
try { await again() } catch (e) { return e.name }
