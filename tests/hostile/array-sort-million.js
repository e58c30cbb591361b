// SPDX-License-Identifier: MIT
// expect: value true
const a = Array.from({ length: 300000 }, (_, i) => (i * 7919) % 300007)
a.sort((x, y) => x - y)
return a.every((x, i) => !i || a[i - 1] <= x)
