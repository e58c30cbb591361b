// SPDX-License-Identifier: MIT
// expect: value 0
let i = 0
for (; i < 50000; i++) await Promise.race([new Promise((r) => r(i)), 1])
return i - 50000
