// SPDX-License-Identifier: MIT
// expect: value 1
// limits: {"maxMemoryBytes": 2097152}
const s = new Set()
for (let i = 0; i < 300000; i++) { s.add(i); s.delete(i - 1) }
return s.size
