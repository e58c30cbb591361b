// SPDX-License-Identifier: MIT
// expect: value [0, 9]
const a = [0, 1, 2, 3], out = []
Object.defineProperty(a, 1, { get() { a.length = 2; return 9 }, configurable: false })
for (const x of a) out.push(x)
return out
