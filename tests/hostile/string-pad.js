// SPDX-License-Identifier: MIT
// expect: value ["RangeError", "RangeError"]
const out = []
for (const f of ["padStart", "padEnd"]) try { "x"[f](2 ** 40, "abc") } catch (e) { out.push(e.name) }
return out
