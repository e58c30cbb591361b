// SPDX-License-Identifier: MIT
// expect: value [20000, 199990000]
let seed = 1
const a = Array.from({ length: 20000 }, (_, i) => i)
a.sort(() => (seed = (seed * 1103515245 + 12345) % 2147483648) % 3 - 1)
return [a.length, a.reduce((x, y) => x + y)]
