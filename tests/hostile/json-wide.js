// SPDX-License-Identifier: MIT
// expect: value 300000
const o = {}
for (let i = 0; i < 300000; i++) o["k" + i] = i
return Object.keys(JSON.parse(JSON.stringify(o))).length
