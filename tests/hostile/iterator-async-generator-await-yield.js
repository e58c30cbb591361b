// SPDX-License-Identifier: MIT
// expect: value [3, "r", 5]
async function* g() { const x = yield await Promise.resolve(3); try { yield Promise.reject("r") } catch (e) { yield e } return await x }
const it = g(), out = []
out.push((await it.next()).value); out.push((await it.next(5)).value); out.push((await it.next()).value)
return out
