// SPDX-License-Identifier: MIT
// expect: error MemoryLimitExceeded
// limits: {"maxMemoryBytes": 2097152}
const keep = []
const f = function (a, b, c) { if (a !== 1 || b !== 2 || c !== 3) throw new Error("wrong arguments"); return new Array(50).fill(a) }.bind(null, 1).bind(null, 2)
for (;;) keep.push(f(3))
