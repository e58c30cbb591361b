// SPDX-License-Identifier: MIT
// expect: value 50000
// expect: error ExecutionFailure
async function* g() { for (let i = 0; ; i++) yield i }
const it = g()
const all = []
for (let i = 0; i < 50000; i++) all.push(it.next())
return (await Promise.all(all)).length
