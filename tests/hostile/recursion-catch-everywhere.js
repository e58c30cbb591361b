// SPDX-License-Identifier: MIT
// expect: error TimeoutExceeded
// expect: value 1
// limits: {"timeoutMs": 200}
function f() { try { f() } catch { f() } }
f()
return 1
