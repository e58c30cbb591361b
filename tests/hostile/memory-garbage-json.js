// SPDX-License-Identifier: MIT
// expect: value 5000
// limits: {"maxMemoryBytes": 2097152}
let n = 0
for (let i = 0; i < 5000; i++) n += JSON.parse(JSON.stringify({ a: [1, 2, { b: "x".repeat(100) }] })).a.length / 3
return n
