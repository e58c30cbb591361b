// SPDX-License-Identifier: MIT
// expect: error MemoryLimitExceeded
// expect: error TimeoutExceeded
// expect: value true
// limits: {"timeoutMs": 200, "maxMemoryBytes": 33554432}
return "\u0390".repeat(3000000).toUpperCase().length === 9000000
