// SPDX-License-Identifier: MIT
// expect: value 100000
// limits: {"maxMemoryBytes": 2097152}
let n = 0
for (let i = 0; i < 100000; i++) n += await Promise.resolve(1)
return n
