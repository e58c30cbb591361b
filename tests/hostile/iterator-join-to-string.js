// SPDX-License-Identifier: MIT
// expect: value ["RangeError", true]
let closed = false
const it = { __proto__: Iterator.prototype,
  next() { return { value: { toString() { return it.join("") } }, done: false } },
  return() { closed = true; throw "lost" } }
try { it.join() } catch (e) { return [e.name, closed] }
