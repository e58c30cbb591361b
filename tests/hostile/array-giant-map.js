// SPDX-License-Identifier: MIT
// expect: error TimeoutExceeded
// expect: error MemoryLimitExceeded
// expect: value 4294967295
// limits: {"timeoutMs": 100}
return new Array(2 ** 32 - 1).map((x) => x).length
