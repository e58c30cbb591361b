// SPDX-License-Identifier: MIT
// expect: value [null, null, true, "RangeError"]
const out = [new Date(NaN).getTime(), new Date(8.64e15 + 1).getTime(), Number.isNaN(Date.parse("x".repeat(1000000)))]
try { new Date(NaN).toISOString() } catch (e) { out.push(e.name) }
return out
