// SPDX-License-Identifier: MIT
// expect: error TimeoutExceeded
// limits: {"timeoutMs": 100}
new Array(2 ** 32 - 1).values().includes(1, Infinity)
