// SPDX-License-Identifier: MIT
// expect: error MemoryLimitExceeded
// limits: {"maxMemoryBytes": 8388608}
const one = [1]
const rows = new Array(100000).fill(one)
const kept = []
for (;;) kept.push(Iterator.zip(rows).next().value)
