// SPDX-License-Identifier: MIT
// expect: value [0, 1, 2, 10, 11, 12, "a", "b"]
const fs = []
for (let i = 0; i < 3; i++) fs.push(() => i)
for (let i = 0; i < 3; i++) { const j = i; fs.push(() => j + 10) }
for (const k in { a: 1, b: 2 }) fs.push(() => k)
return fs.map((f) => f())
