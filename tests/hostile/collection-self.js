// SPDX-License-Identifier: MIT
// expect: value [true, true]
const m = new Map(), s = new Set()
m.set(m, m); s.add(s)
return [m.get(m) === m, s.has(s)]
