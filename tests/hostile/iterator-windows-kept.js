// SPDX-License-Identifier: MIT
// expect: error MemoryLimitExceeded
// expect: error TimeoutExceeded
// limits: {"timeoutMs": 1000, "maxMemoryBytes": 16777216}
return new Array(100000).fill(7).values().windows(1000).toArray().length
