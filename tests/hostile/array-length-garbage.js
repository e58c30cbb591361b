// SPDX-License-Identifier: MIT
// expect: value ["RangeError", "RangeError", "RangeError", "TypeError", 3]
const a = [1, 2, 3], out = []
for (const v of [-1, 1.5, NaN, Symbol()]) try { a.length = v } catch (e) { out.push(e.name) }
return [...out, a.length]
