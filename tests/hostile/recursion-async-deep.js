// SPDX-License-Identifier: MIT
// expect: value 50000
async function f(n) { await 0; return n ? 1 + await f(n - 1) : 0 }
return await f(50000)
