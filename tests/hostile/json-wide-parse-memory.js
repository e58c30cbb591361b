// SPDX-License-Identifier: MIT
// expect: error MemoryLimitExceeded
// limits: {"maxMemoryBytes": 8388608}
return JSON.parse("[" + "{},".repeat(1000000) + "1]").length
