// SPDX-License-Identifier: MIT
// expect: value ["k0"]
const o = {}
for (let i = 0; i < 5000; i++) o["k" + i] = i
const out = []
for (const k in o) { out.push(k); for (const j of Object.keys(o)) delete o[j] }
return out
