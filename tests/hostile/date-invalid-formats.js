// SPDX-License-Identifier: MIT
// expect: value 2
const d = new Date(NaN)
let n = 0
try { d.toISOString() } catch (e) { n += e instanceof RangeError }
if (d.toString() === "Invalid Date") n++
return n
