// SPDX-License-Identifier: MIT
// expect: error MemoryLimitExceeded
// expect: error TimeoutExceeded
// expect: value true
// limits: {"timeoutMs": 100, "maxMemoryBytes": 67108864}
return ("a" + "\u0315\u0300".repeat(500000)).normalize("NFC").length > 100
