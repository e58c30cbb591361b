// SPDX-License-Identifier: MIT
// expect: value 2
const f = new Intl.DateTimeFormat("en-US", { timeZone: "UTC" })
let n = 0
for (const t of [8.64e15 + 1, NaN]) try { f.format(t) } catch (e) { n += e instanceof RangeError }
return n
