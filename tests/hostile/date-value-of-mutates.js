// SPDX-License-Identifier: MIT
// expect: value [0,1]
const d = new Date(0)
const r = []
d.setMinutes({ valueOf() { r.push(d.getTime()); d.setTime(NaN); return 1 } })
r.push(Number.isNaN(d.getTime()) ? null : 1)
return r
