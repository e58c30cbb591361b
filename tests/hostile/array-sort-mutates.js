// SPDX-License-Identifier: MIT
// expect: value true
const a = Array.from({ length: 1000 }, (_, i) => (i * 7919) % 1000)
a.sort((x, y) => { a.length = 5; a.push(1, 2, 3); return x - y })
return a.length >= 1000
