// SPDX-License-Identifier: MIT
// expect: error MemoryLimitExceeded
// expect: error TimeoutExceeded
// limits: {"timeoutMs": 2000, "maxMemoryBytes": 16777216}
const rows = [], o = { [Symbol.iterator]() { rows.push(o); return [].values() } }
rows.push(o)
Iterator.zip(rows)
