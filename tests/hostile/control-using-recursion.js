// SPDX-License-Identifier: MIT
// expect: value ["RangeError", true]
// A disposer that makes and disposes of another one, without end.
let deepest = 0
const make = (n) => ({ [Symbol.dispose]() { deepest = n; using inner = make(n + 1) } })
try { using a = make(0) } catch (e) {
  while (e instanceof SuppressedError) e = e.suppressed
  return [e.name, deepest > 1000]
}
