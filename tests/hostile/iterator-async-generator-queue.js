// SPDX-License-Identifier: MIT
// expect: value [0, 999, true]
async function* g() { for (let i = 0; i < 1000; i++) yield i }
const it = g(), all = []
for (let i = 0; i < 1001; i++) all.push(it.next())
const r = await Promise.all(all)
return [r[0].value, r[999].value, r[1000].done]
