// SPDX-License-Identifier: MIT
// expect: value true
const s = new Set([1, 2, 3])
const r = s.difference({ size: 1, has: () => false, keys: () => ({ next() { s.clear(); return { done: true } } }) })
return r.size >= 0
