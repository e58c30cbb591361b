// SPDX-License-Identifier: MIT
// expect: error TimeoutExceeded
// expect: value 1000000
// limits: {"timeoutMs": 100}
const s = "a".repeat(1000000), t = "a".repeat(500000) + "b"
return s.replaceAll(t, "").length
