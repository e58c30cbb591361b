// SPDX-License-Identifier: MIT
// expect: value 3
let n = 0
const p = new Proxy({ a: 1, b: 2, c: 3 }, { get: (t, k) => { n++; delete t[k]; return 1 } })
const c = { ...p }
return n
