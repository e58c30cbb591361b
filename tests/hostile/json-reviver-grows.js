// SPDX-License-Identifier: MIT
// expect: error MemoryLimitExceeded
// expect: error TimeoutExceeded
// expect: error ExecutionFailure RangeError
// limits: {"timeoutMs": 300, "maxMemoryBytes": 8388608}
JSON.parse('{"a":1,"b":{}}', function (k, v) { if (k === "a") this.b = { a: 1, b: {} }; return v })
