// SPDX-License-Identifier: MIT
// expect: error MemoryLimitExceeded
// limits: {"maxMemoryBytes": 16777216}
return "x".repeat(2 ** 28).length
