// SPDX-License-Identifier: MIT
// expect: value true
const d = new Date(0)
for (let i = 0; i < 100000; i++) d.setUTCMonth(d.getUTCMonth() + 1)
return Number.isNaN(d.getTime()) === false
