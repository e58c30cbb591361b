// SPDX-License-Identifier: MIT
// expect: value [100000, 50000]
const o = {}
for (let i = 0; i < 100000; i++) o["k" + i] = i
const n = Object.keys(o).length
for (let i = 0; i < 100000; i += 2) delete o["k" + i]
return [n, Object.keys(o).length]
