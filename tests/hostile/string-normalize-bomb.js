// SPDX-License-Identifier: MIT
// expect: error MemoryLimitExceeded
// expect: error TimeoutExceeded
// expect: value true
// limits: {"timeoutMs": 200, "maxMemoryBytes": 33554432}
return "\ufdfa".repeat(1000000).normalize("NFKD").length > 1000000
