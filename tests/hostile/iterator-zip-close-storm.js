// SPDX-License-Identifier: MIT
// expect: value ["Error", 20000]
let closed = 0
const bad = () => ({ next: () => ({ value: 1, done: false }),
  return() { closed++; throw new Error([closed].concat(new Array(100).fill(0))) } })
const rows = Array.from({ length: 20000 }, bad)
rows.push([])
try { Iterator.zip(rows).next() } catch (e) { return [e.name, closed] }
