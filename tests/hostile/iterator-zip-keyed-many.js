// SPDX-License-Identifier: MIT
// expect: value [100000, 99999]
const o = {}
for (let i = 0; i < 100000; i++) o["k" + i] = [i]
const v = Iterator.zipKeyed(o, { mode: "longest" }).next().value
return [Object.keys(v).length, v.k99999]
