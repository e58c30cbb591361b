// SPDX-License-Identifier: MIT
// expect: value [1, ["0"]]
const a = []
for (let i = 0; i < 1000; i++) a[i * 4000000] = i
a.length = 1
return [a.length, Object.keys(a)]
