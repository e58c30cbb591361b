// SPDX-License-Identifier: MIT
// expect: value [1, "t", 9, true]
async function* g() { try { yield 1 } catch (e) { yield e } }
const it = g()
const r = await Promise.all([it.next(), it.throw("t"), it.return(9), it.next()])
return [r[0].value, r[1].value, r[2].value, r[3].done]
