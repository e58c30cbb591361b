// SPDX-License-Identifier: MIT
// expect: value [1, 2, 3, 3]
const fs = []
for (let i = 0, f = () => i; i < 3; i++) { fs.push(() => i); if (i === 0) fs.zero = f; i; }
const out = fs.map((f) => f() + 1)
return [...out, 3]
