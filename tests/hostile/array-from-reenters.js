// SPDX-License-Identifier: MIT
// expect: value [0, 1, 2]
const it = { i: 0, [Symbol.iterator]() { return this }, next() { if (this.i > 2) return { done: true }; this.i++; return { value: this.i - 1, done: false } } }
return Array.from(it, (x) => { if (x === 0) [...[1]]; return x })
