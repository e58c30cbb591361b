// SPDX-License-Identifier: MIT
// expect: error TimeoutExceeded
// expect: value -1
// limits: {"timeoutMs": 100}
const s = "a".repeat(2000000), t = "b" + "a".repeat(1000000)
return s.lastIndexOf(t)
