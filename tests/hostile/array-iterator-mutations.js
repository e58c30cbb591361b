// SPDX-License-Identifier: MIT
// expect: value [1, 5, 6]
const a = [1, 2, 3], it = a[Symbol.iterator](), out = []
out.push(it.next().value); a.length = 0; a.push(4, 5, 6)
for (const x of it) out.push(x)
return out
