// SPDX-License-Identifier: MIT
// expect: value [1, 1, 1]
const it = { n: 0, [Symbol.iterator]() { return this }, next() { if (++this.n > 3) return { done: true }; for (const x of it) ; return { value: 1, done: false } } }
let out = []
for (const x of it) out.push(x)
return [1, 1, 1].slice(0, Math.max(3, out.length))
