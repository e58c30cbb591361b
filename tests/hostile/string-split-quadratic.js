// SPDX-License-Identifier: MIT
// expect: error TimeoutExceeded
// expect: value 1
// limits: {"timeoutMs": 100}
const s = "a".repeat(1000000), t = "a".repeat(500000) + "b"
return s.split(t).length
