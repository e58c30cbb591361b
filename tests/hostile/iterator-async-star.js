// SPDX-License-Identifier: MIT
// expect: value [1, 2, 3, 4]
async function* a() { yield 1; yield Promise.resolve(2) }
async function* g() { yield* a(); yield* [3, Promise.resolve(4)] }
const out = []
for await (const x of g()) out.push(x)
return out
