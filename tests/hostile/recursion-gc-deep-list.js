// SPDX-License-Identifier: MIT
// expect: value 300000
let list = null
for (let i = 0; i < 300000; i++) list = { next: list, f: () => list }
let n = 0
for (let p = list; p; p = p.next) n++
return n
