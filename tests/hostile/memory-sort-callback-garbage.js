// SPDX-License-Identifier: MIT
// expect: value true
// limits: {"maxMemoryBytes": 2097152}
const a = Array.from({ length: 2000 }, (_, i) => (i * 7919) % 2003)
a.sort((x, y) => { const t = [x, y, { x }]; return t[0] - t[1] })
return a.every((x, i) => !i || a[i - 1] <= x)
