// SPDX-License-Identifier: MIT
// expect: error TimeoutExceeded
// expect: error ExecutionFailure RangeError
// expect: error MemoryLimitExceeded
// limits: {"timeoutMs": 300, "maxMemoryBytes": 33554432}
JSON.parse("[[1],[2]]", function (k, v) { if (k === "0") this[1] = [[[1]], this]; return v })
