// SPDX-License-Identifier: MIT
// expect: error MemoryLimitExceeded
// limits: {"maxMemoryBytes": 2097152}
const keep = []
const args = [1, 2, 3]
const f = (...a) => { if (a.length !== 3 || a[0] !== 1) throw new Error("wrong arguments"); return a }
for (;;) { keep.push(f(...args)); keep.push(f.apply(null, args)); keep.push(Array.of(...args)); keep.push(new Array(...args)) }
