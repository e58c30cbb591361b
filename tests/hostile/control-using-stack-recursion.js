// SPDX-License-Identifier: MIT
// expect: value ["RangeError", true]
let depth = 0
const run = () => { depth++; const s = new DisposableStack(); s.defer(run); s.dispose() }
try { run() } catch (e) { return [e.name, depth > 1000] }
