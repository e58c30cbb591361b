// SPDX-License-Identifier: MIT
// expect: error TimeoutExceeded
// expect: error MemoryLimitExceeded
// limits: {"timeoutMs": 300, "maxMemoryBytes": 16777216}
return new Array(2 ** 32 - 1)
