// SPDX-License-Identifier: MIT
// expect: value 100000
// limits: {"maxMemoryBytes": 2097152}
let n = 0
for (let i = 0; i < 100000; i++) try { null.x } catch (e) { n += e.message ? 1 : 0 }
return n
