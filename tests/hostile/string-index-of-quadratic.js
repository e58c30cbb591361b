// SPDX-License-Identifier: MIT
// expect: error TimeoutExceeded
// expect: value -1
// limits: {"timeoutMs": 100}
const s = "a".repeat(2000000), t = "a".repeat(1000000) + "b"
return s.indexOf(t)
