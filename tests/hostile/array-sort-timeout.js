// SPDX-License-Identifier: MIT
// expect: error TimeoutExceeded
// expect: error MemoryLimitExceeded
// limits: {"timeoutMs": 100}
Array.from({ length: 5000000 }, (_, i) => (i * 7919) % 5000011).sort((x, y) => x - y)
