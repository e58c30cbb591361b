// SPDX-License-Identifier: MIT
// expect: value 50000
function* g(x) { yield x; yield x }
const a = Array.from({ length: 50000 }, (_, i) => g(i))
let n = 0
for (const it of a) n += it.next().done ? 0 : 1
return n
