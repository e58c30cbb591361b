// SPDX-License-Identifier: MIT
// expect: value true
const m = new Map([[0, 0]]), its = []
for (let i = 1; i < 20000; i++) { if (i % 100 === 0) its.push(m.keys()); m.set(i, i); m.delete(i - 1) }
return its.every((it) => it.next().value === 19999)
